/** Orders the commits of a timeline as a question asks: the newest, the oldest or the n-th first. */

import type { CommitRow } from '../../ports/history-store.ts';
import type { HistoryOrder } from './read-history-order.ts';
import type { RankedCommit } from './rank-commits.ts';

/** @param commits newest first @returns the requested commit first, then the others from it on */
export function orderCommits(
  commits: readonly CommitRow[],
  { from, position }: HistoryOrder,
): readonly CommitRow[] {
  return takeFromPosition(from === 'newest' ? commits : commits.toReversed(), position);
}

/** @param commits in the requested order @returns empty if there are fewer commits than the position */
export function takeFromPosition(commits: readonly CommitRow[], position: number): readonly CommitRow[] {
  const at = position - 1;
  return at >= commits.length ? [] : [...commits.slice(at), ...commits.slice(0, at).toReversed()];
}

/** Scores fall in equal steps, so that the order remains visible. */
export function toRankedCommits(
  commits: readonly CommitRow[],
  reasonOf: (commit: CommitRow) => RankedCommit['reason'],
): readonly RankedCommit[] {
  return commits.map((commit, index) => ({
    commit,
    lineScores: undefined,
    words: 0,
    wordCoverage: 0,
    similarity: 0,
    change: 0,
    changeCoverage: 0,
    pathMatch: 0,
    isNamed: false,
    reason: reasonOf(commit),
    score: 1 - index / commits.length,
  }));
}
