/** Reads commits with one git process, and goes on after each commit whose objects the clone lacks. */

import { reportsMissingObject } from './run-history-git.ts';

/** A clone that lacks more objects than this is damaged. */
const maxUnreadableCommits = 200;

/**
 * @param read yields one result per commit, in order, and throws when git fails
 * @param readUnreadable yields a result for a commit whose objects are missing
 * @throws Error with git's message when git fails for another reason
 */
export async function* readEachCommit<Result>(
  ids: readonly string[],
  read: (ids: readonly string[]) => AsyncGenerator<Result>,
  readUnreadable: (id: string) => AsyncIterable<Result> | Iterable<Result>,
): AsyncGenerator<Result> {
  let [at, unreadable] = [0, 0];
  while (at < ids.length) {
    try {
      for await (const result of read(ids.slice(at))) {
        yield result;
        at += 1;
      }
      return;
    } catch (error) {
      if (!isMissingObject(error)) throw error;
    }
    // Git may fail before it prints anything of a commit. The next one here is then readable.
    const next = ids[at];
    if (next === undefined) return;
    try {
      yield* read([next]);
    } catch (error) {
      if (!isMissingObject(error)) throw error;
      if (++unreadable > maxUnreadableCommits)
        throw new Error(
          `The clone lacks objects of more than ${maxUnreadableCommits} commits. Clone the repository again, or index it with --no-history.`,
          { cause: error },
        );
      yield* readUnreadable(next);
    }
    at += 1;
  }
}

function isMissingObject(error: unknown): boolean {
  return error instanceof Error && reportsMissingObject(error.message);
}
