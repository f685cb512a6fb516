/** Reads the commits that changed the most lines in question, besides those that are already read. */

import type { CommitRow, HistoryKey } from '../../../ports/history-store.ts';
import type { LineHistoryScores } from '../../../retrieval/history/weigh-line-histories.ts';
import type { Services } from '../../services.ts';

const maxCommitsByLines = 60;

export async function readCommitRows(
  { historyStore }: Pick<Services, 'historyStore'>,
  key: HistoryKey,
  input: { readonly lineHistories: LineHistoryScores; readonly found: readonly CommitRow[] },
): Promise<readonly CommitRow[]> {
  const found = new Map(input.found.map((commit) => [commit.id, commit]));
  const missing = input.lineHistories.commits
    .toSorted((a, b) => lineWeight(b) - lineWeight(a))
    .slice(0, maxCommitsByLines)
    .map(({ commit }) => commit)
    .filter((id) => !found.has(id));
  for (const commit of await historyStore.commits(key, missing)) found.set(commit.id, commit);
  return [...found.values()];
}

function lineWeight({ last, introduced, between, named }: LineHistoryScores['commits'][number]): number {
  return Math.max(last, introduced) + between / 2 + named;
}
