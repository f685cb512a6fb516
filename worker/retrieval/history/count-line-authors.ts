/** Counts the lines of a file by their last author, ignoring moves. */

import type { LineAuthorship, LineRun, AuthorLines } from '../../core/history/history.ts';

/** Commits that changed lines last, with how many. */
export function countLastChangedLines(runs: readonly LineRun[]): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const { history: lineage, startLine, endLine } of runs) {
    // Of a line changed since the last commit no commit is its last change.
    if (lineage[0]?.commit === undefined) continue;
    const known = lineage.filter(({ commit }) => commit !== undefined);
    const { commit = '' } = known.find(({ step }) => step !== 'moved') ?? lineage[0];
    lines.set(commit, (lines.get(commit) ?? 0) + endLine - startLine + 1);
  }
  return lines;
}

/** @param lines of the file */
export function countLineAuthors(
  changed: ReadonlyMap<string, number>,
  commits: readonly { readonly id: string; readonly author: string }[],
  lines: number,
): LineAuthorship {
  const byAuthor = new Map<string, number>();
  for (const { id, author } of commits)
    byAuthor.set(author, (byAuthor.get(author) ?? 0) + (changed.get(id) ?? 0));
  const writers = [...byAuthor]
    .map(([author, own]): AuthorLines => ({ author, lines: own }))
    .filter((one) => one.lines > 0)
    .toSorted((a, b) => b.lines - a.lines || (a.author < b.author ? -1 : 1));
  return { authors: writers, lines, unknown: lines - writers.reduce((sum, one) => sum + one.lines, 0) };
}
