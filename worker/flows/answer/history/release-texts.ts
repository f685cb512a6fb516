/** Links commits to the release notes about their pull request or issue, which describe the change in the words of its users. */

import type { QuestionTerm } from '../../../core/answers/question.ts';
import type { CommitRow } from '../../../ports/history-store.ts';
import { measureMessageCoverage } from '../../../retrieval/history/message-terms.ts';
import type { HistoryQuestion } from '../../../retrieval/history/read-history-question.ts';
import { toHistoryKey } from '../../browse/read-history.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { readNumberedEntries } from './find-release-notes.ts';

export interface ReleaseTexts {
  /** Commits of the entries that match the question best. */
  readonly commits: readonly CommitRow[];
  /** The entries about a commit; empty if there are none. */
  readonly textOf: (commit: CommitRow) => string;
}

const maxEntries = 8;
const maxCommits = 20;
const minCoverage = 0.3;

export async function findReleaseTexts(
  services: Pick<Services, 'chunkStore' | 'historyStore'>,
  resolved: ResolvedSnapshot,
  query: {
    readonly question: HistoryQuestion | undefined;
    readonly terms: readonly QuestionTerm[];
    readonly weight: (word: string) => number;
  },
): Promise<ReleaseTexts> {
  const { question, terms, weight } = query;
  if (question === undefined || question.aspect === 'last' || terms.length === 0)
    return { commits: [], textOf: () => '' };
  const entries = await readNumberedEntries(services, resolved);
  const best = entries
    .map((entry) => ({ entry, coverage: measureMessageCoverage(entry.text, terms, weight) }))
    .filter(({ coverage }) => coverage >= minCoverage)
    .toSorted((a, b) => b.coverage - a.coverage)
    .slice(0, maxEntries);
  const numbers = [...new Set(best.flatMap(({ entry }) => [...entry.numbers]))];
  const commits = await services.historyStore.commitsMentioning(toHistoryKey(resolved), numbers, maxCommits);
  const texts = new Map<number, string>();
  for (const { numbers: own, text } of entries)
    for (const number of own) texts.set(number, `${texts.get(number) ?? ''}\n${text}`);
  const textOf = ({ pullRequest, issues }: CommitRow): string =>
    [...(pullRequest === undefined ? [] : [pullRequest.number]), ...issues]
      .map((number) => texts.get(number) ?? '')
      .join('\n');
  return { commits, textOf };
}
