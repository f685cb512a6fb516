/** Reads which commit each line of a file comes from; adjacent lines of one commit are merged. */

import type { GitReader } from '../git-reader.ts';

interface BlameRange {
  /** 1-based, both ends included. */
  readonly startLine: number;
  readonly endLine: number;
  readonly commit: string;
}

/** @returns undefined if the commit has no such file */
export async function readBlame(
  git: GitReader,
  sha: string,
  path: string,
): Promise<readonly BlameRange[] | undefined> {
  const printed = await git.text(['blame', '--incremental', sha, '--', path], true);
  if (printed === undefined) return undefined;
  const pieces = [...printed.matchAll(/^([0-9a-f]{40}) \d+ (\d+) (\d+)$/gm)].map(
    ([, commit = '', line, count]) => ({
      commit,
      startLine: Number(line),
      endLine: Number(line) + Number(count) - 1,
    }),
  );
  const joined: BlameRange[] = [];
  for (const piece of pieces.sort((one, other) => one.startLine - other.startLine)) {
    const last = joined.at(-1);
    if (last?.commit === piece.commit) joined[joined.length - 1] = { ...last, endLine: piece.endLine };
    else joined.push(piece);
  }
  return joined;
}
