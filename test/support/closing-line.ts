/** Ends a test run with a line of counts for programs that read the output: `9 passed, 0 failed`, and `, 1 skipped` if tests were skipped. */

import type { Reporter } from 'vitest/node';

export const closingLine: Reporter = {
  onTestRunEnd(files, errors) {
    console.log(`\n${formatCounts(files, errors.length)}`);
  },
};

/** The part of a test file's result that the counts need. */
interface TestedFile {
  readonly children: { allTests(): Iterable<{ result(): { readonly state: string } }> };
  /** Errors of the file itself, such as a failure to load it. */
  errors(): readonly unknown[];
}

/** Counts a file with an error of its own as one failure, and each error outside all files as another. */
export function formatCounts(files: readonly TestedFile[], errors: number): string {
  const states = files.flatMap(({ children }) => [...children.allTests()].map((test) => test.result().state));
  const count = (state: string): number => states.filter((candidate) => candidate === state).length;
  const failedFiles = files.filter((file) => file.errors().length > 0).length;
  const skipped = count('skipped');
  const counts = `${count('passed')} passed, ${count('failed') + failedFiles + errors} failed`;
  return skipped === 0 ? counts : `${counts}, ${skipped} skipped`;
}
