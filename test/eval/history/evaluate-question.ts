/** Sends history questions to the server and finds the rank of the right commit in the response. */

import { ProblemError } from '../../../worker/contract/client.ts';
import type { Client } from '../../../worker/contract/client.ts';
import type { HistoryEntry } from '../../../worker/contract/history/schema.ts';
import type { HistoryCase, HistoryTruth } from './history-question.ts';

export interface HistoryCaseResult {
  /** The case; the property name is part of the written results. */
  readonly asked: HistoryCase;
  readonly repository: string;
  /** Rank of the right commit among the entries, from 1; undefined if absent. */
  readonly rank: number | undefined;
  readonly entries: readonly HistoryEntry[];
  /** Milliseconds of the whole call. */
  readonly ms: number;
}

/** As many entries as an answer can show, so that a right commit below the first five still gets a rank. */
const maxEntries = 20;
const notFound = 404;

export async function evaluateQuestion(
  client: Client,
  target: { readonly id: string; readonly repository: string },
  asked: HistoryCase,
): Promise<HistoryCaseResult> {
  const started = performance.now();
  const entries = await client
    .askHistory(target.id, { ...asked.request, limit: maxEntries })
    .then((history) => history.entries, emptyIfNotFound);
  const ms = performance.now() - started;
  return { asked, repository: target.repository, rank: findRank(entries, asked.truth), entries, ms };
}

/** A question about a file that is not indexed, such as a generated one, counts as missed. */
function emptyIfNotFound(thrown: unknown): readonly HistoryEntry[] {
  if (thrown instanceof ProblemError && thrown.problem.status === notFound) return [];
  throw thrown;
}

/** Returns the rank of the commit, or of another commit of its pull request, from 1. */
export function findRank(
  entries: readonly Pick<HistoryEntry, 'commit' | 'pullRequest'>[],
  { commit, pullRequest }: HistoryTruth,
): number | undefined {
  const index = entries.findIndex(
    (entry) =>
      entry.commit === commit || (pullRequest !== undefined && entry.pullRequest?.number === pullRequest),
  );
  return index < 0 ? undefined : index + 1;
}
