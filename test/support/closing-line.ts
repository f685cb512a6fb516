/** Ends a run of tests with its counts alone on a line, for whatever reads the output: `9 passed, 0 failed`, and `, 1 skipped` where some were. */

import type { Reporter } from 'vitest/node';

export const closingLine: Reporter = {
  onTestRunEnd(files, errors) {
    console.log(`\n${countsOf(files, errors.length)}`);
  },
};

/** What is asked of a file of tests. */
interface TestedFile {
  readonly children: { allTests(): Iterable<{ result(): { readonly state: string } }> };
  /** Of the file itself, as when it cannot be loaded. */
  errors(): readonly unknown[];
}

/** Files with an error of their own count as failed, and so do errors that belong to no file. */
export function countsOf(files: readonly TestedFile[], errors: number): string {
  const states = files.flatMap(({ children }) => [...children.allTests()].map((test) => test.result().state));
  const count = (state: string): number => states.filter((one) => one === state).length;
  const broken = files.filter((file) => file.errors().length > 0).length;
  const skipped = count('skipped');
  const counts = `${count('passed')} passed, ${count('failed') + broken + errors} failed`;
  return skipped === 0 ? counts : `${counts}, ${skipped} skipped`;
}
