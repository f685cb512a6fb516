/**
 * Answers a question about the changes of a file, a folder, the whole repository or an author: the newest, the oldest, the n-th, or those
 * of a period.
 */

import type { HistoryState } from '../../../core/history/history.ts';
import type { CommitRow, HistoryKey } from '../../../ports/history-store.ts';
import type { HistoryOrder } from '../../../retrieval/history/read-history-order.ts';
import type { RankedCommit } from '../../../retrieval/history/rank-commits.ts';
import { orderCommits, toRankedCommits } from '../../../retrieval/history/select-from-timeline.ts';
import { historyNotes } from '../../browse/read-history.ts';
import type { Services } from '../../services.ts';
import type { ResolvedPeriod } from './resolve-period.ts';

export interface TimelineRequest {
  /** Empty for the whole repository. */
  readonly path: string;
  readonly order: HistoryOrder;
  readonly period: ResolvedPeriod | undefined;
  readonly author: string | undefined;
  readonly state: HistoryState;
}

export interface TimelineFinding {
  readonly path: string;
  readonly commits: readonly RankedCommit[];
  /** One sentence on how many commits match and where the first one stands among them. */
  readonly statement: string;
  readonly notes: readonly string[];
  /** Whether the question asks for several commits. */
  readonly isList: boolean;
}

/** Maximum commits that are read of one path. */
const maxEntries = 3_000;
/** Enough for the newest ones, if nothing is filtered. */
const maxNewest = 20;

export async function findTimeline(
  { historyStore }: Pick<Services, 'historyStore'>,
  key: HistoryKey,
  request: TimelineRequest,
): Promise<TimelineFinding> {
  const { path, order, period, author, state } = request;
  const isFiltered = period !== undefined || author !== undefined;
  const limit = isFiltered || order.from === 'oldest' ? maxEntries : maxNewest + order.position;
  const entries = await historyStore.timeline(key, path, { limit });
  const all = entries.map(({ commit }) => commit);
  const byAuthor = author === undefined ? all : all.filter((commit) => commit.author === author);
  const inPeriod = period === undefined ? byAuthor : byAuthor.filter((commit) => period.includes(commit));
  const isEmpty = inPeriod.length === 0;
  const matching = isEmpty ? byAuthor : inPeriod;
  const ordered = orderCommits(matching, order);
  const [newest, oldest] = [all[0], entries.length < limit ? all.at(-1) : undefined];
  const reasonOf = (commit: CommitRow): RankedCommit['reason'] =>
    commit === newest ? 'last-changed' : commit === oldest ? 'introduced' : 'changed';
  return {
    path,
    commits: toRankedCommits(ordered, reasonOf),
    statement: describeTimeline(request, { count: inPeriod.length, isExact: entries.length < limit }),
    notes: [
      ...historyNotes(state),
      ...(period?.notes ?? []),
      ...(isEmpty && period !== undefined && byAuthor.length > 0
        ? [`No commit ${period.description} matches; these are the commits nearest to it.`]
        : []),
    ],
    isList: isFiltered && order.from === 'newest' && order.position === 1,
  };
}

function describeTimeline(
  { path, order, period, author }: TimelineRequest,
  { count, isExact }: { readonly count: number; readonly isExact: boolean },
): string {
  const subject = path === '' ? 'the repository' : `\`${path}\``;
  const by = author === undefined ? '' : ` by \`${author.replaceAll('`', '')}\``;
  const during = period === undefined ? '' : ` ${period.description}`;
  if (period !== undefined || author !== undefined)
    return `${formatCommits(count)}${by} changed ${subject}${during}`;
  const rank = order.position === 1 ? order.from : `number ${order.position} from the ${order.from}`;
  return isExact
    ? `${formatCommits(count)} changed ${subject}; this one is the ${rank}`
    : `This commit is the ${rank} that changed ${subject}`;
}

function formatCommits(count: number): string {
  return `${count} commit${count === 1 ? '' : 's'}`;
}
