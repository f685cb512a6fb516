/** Ends a test run with its counts on a line of their own, for programs that read the output: `9 passed, 0 failed`, and `, 1 skipped` if any were. */

import type { Reporter } from 'vitest/node';

export const closingLine: Reporter = {
  onTestRunEnd(files, errors) {
    console.log(`\n${formatCounts(files, errors.length)}`);
  },
};

/** What is asked of a file of tests. */
interface TestedFile {
  readonly children: { allTests(): Iterable<{ result(): { readonly state: string } }> };
  /** Of the file itself, as when it cannot be loaded. */
  errors(): readonly unknown[];
}

/** Files with an error of their own count as failed, and so do errors that belong to no file. */
export function formatCounts(files: readonly TestedFile[], errors: number): string {
  const states = files.flatMap(({ children }) => [...children.allTests()].map((test) => test.result().state));
  const count = (state: string): number => states.filter((one) => one === state).length;
  const broken = files.filter((file) => file.errors().length > 0).length;
  const skipped = count('skipped');
  const counts = `${count('passed')} passed, ${count('failed') + broken + errors} failed`;
  return skipped === 0 ? counts : `${counts}, ${skipped} skipped`;
}
