/** Counts the lines of a file by their last author, ignoring moves. */

import type { LineAuthorship, LineRun, AuthorLines } from '../../core/history/history.ts';

/** Returns the number of lines that each commit changed last. */
export function countLastChangedLines(runs: readonly LineRun[]): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const { history: lineHistory, startLine, endLine } of runs) {
    // No commit is the last change of a line that was edited after the last commit.
    if (lineHistory[0]?.commit === undefined) continue;
    const known = lineHistory.filter(({ commit }) => commit !== undefined);
    const { commit = '' } = known.find(({ step }) => step !== 'moved') ?? lineHistory[0];
    lines.set(commit, (lines.get(commit) ?? 0) + endLine - startLine + 1);
  }
  return lines;
}

/** @param lines the number of lines in the file */
export function countLineAuthors(
  changedLines: ReadonlyMap<string, number>,
  commits: readonly { readonly id: string; readonly author: string }[],
  lines: number,
): LineAuthorship {
  const byAuthor = new Map<string, number>();
  for (const { id, author } of commits)
    byAuthor.set(author, (byAuthor.get(author) ?? 0) + (changedLines.get(id) ?? 0));
  const authors = [...byAuthor]
    .map(([author, authorLines]): AuthorLines => ({ author, lines: authorLines }))
    .filter((entry) => entry.lines > 0)
    .toSorted((a, b) => b.lines - a.lines || (a.author < b.author ? -1 : 1));
  return { authors, lines, unknown: lines - authors.reduce((sum, entry) => sum + entry.lines, 0) };
}
