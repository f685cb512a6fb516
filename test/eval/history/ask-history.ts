/** Puts questions of the past to the server and finds the right commit among the entries that come. */

import { ProblemError } from '../../../worker/contract/client.ts';
import type { Client } from '../../../worker/contract/client.ts';
import type { HistoryEntry } from '../../../worker/contract/history.ts';
import type { HistoryCase, HistoryTruth } from './history-question.ts';

export interface AskedCase {
  readonly asked: HistoryCase;
  readonly repository: string;
  /** Of the right commit among the entries, from 1; undefined where it is not among them. */
  readonly rank: number | undefined;
  readonly entries: readonly HistoryEntry[];
  /** Milliseconds of the whole call. */
  readonly ms: number;
}

/** As many as an answer could show, and enough to tell where a wrong one stands. */
const entriesAsked = 20;
const notFound = 404;

export async function askHistory(
  client: Client,
  at: { readonly id: string; readonly repository: string },
  asked: HistoryCase,
): Promise<AskedCase> {
  const started = performance.now();
  const entries = await client
    .askHistory(at.id, { ...asked.request, limit: entriesAsked })
    .then((told) => told.entries, noneOfLeftOut);
  const ms = performance.now() - started;
  return { asked, repository: at.repository, rank: rankOf(entries, asked.truth), entries, ms };
}

/** A file that is not indexed, such as a generated one, is told nothing of: the question counts as missed. */
function noneOfLeftOut(thrown: unknown): readonly HistoryEntry[] {
  if (thrown instanceof ProblemError && thrown.problem.status === notFound) return [];
  throw thrown;
}

/** The commit itself, or one of the pull request that brought it. */
export function rankOf(
  entries: readonly Pick<HistoryEntry, 'commit' | 'pullRequest'>[],
  { commit, pullRequest }: HistoryTruth,
): number | undefined {
  const index = entries.findIndex(
    (entry) =>
      entry.commit === commit || (pullRequest !== undefined && entry.pullRequest?.number === pullRequest),
  );
  return index < 0 ? undefined : index + 1;
}
