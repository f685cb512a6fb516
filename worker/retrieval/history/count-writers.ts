/** Whose the lines of a file are as they stand: each line counts for whoever changed it last, but for what only carried it over. Pure. */

import type { CountedWriters, LineRun, WriterLines } from '../../core/history.ts';

/** Commits that changed lines last, with how many. */
export function lastChanges(runs: readonly LineRun[]): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const { lineage, startLine, endLine } of runs) {
    // Of a line changed since the last commit no commit is its last change.
    if (lineage[0]?.commit === undefined) continue;
    const known = lineage.filter(({ commit }) => commit !== undefined);
    const { commit = '' } = known.find(({ step }) => step !== 'moved') ?? lineage[0];
    lines.set(commit, (lines.get(commit) ?? 0) + endLine - startLine + 1);
  }
  return lines;
}

/** @param lines of the file */
export function countWriters(
  changed: ReadonlyMap<string, number>,
  commits: readonly { readonly id: string; readonly author: string }[],
  lines: number,
): CountedWriters {
  const byAuthor = new Map<string, number>();
  for (const { id, author } of commits)
    byAuthor.set(author, (byAuthor.get(author) ?? 0) + (changed.get(id) ?? 0));
  const writers = [...byAuthor]
    .map(([author, own]): WriterLines => ({ author, lines: own }))
    .filter((one) => one.lines > 0)
    .toSorted((a, b) => b.lines - a.lines || (a.author < b.author ? -1 : 1));
  return { writers, lines, unknown: lines - writers.reduce((sum, one) => sum + one.lines, 0) };
}
