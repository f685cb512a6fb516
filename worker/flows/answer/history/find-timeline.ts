/**
 * Answers a question about the changes of a file, a folder, the whole repository or an author: the newest, the oldest, the n-th, or those
 * of a period.
 */

import type { HistoryState } from '../../../core/history/history.ts';
import type { CommitRow, HistoryKey } from '../../../ports/history-store.ts';
import type { HistoryOrder } from '../../../retrieval/history/read-history-order.ts';
import type { RankedCommit } from '../../../retrieval/history/rank-commits.ts';
import { takeFromPosition, toRankedCommits } from '../../../retrieval/history/select-from-timeline.ts';
import { historyNotes } from '../../browse/read-history.ts';
import type { Services } from '../../services.ts';
import { describeUnknownVersions, formatAuthor } from './history-scope.ts';
import { readNearest, readTimeline } from './read-timeline.ts';
import type { ResolvedPeriod } from './resolve-period.ts';
import { countOf } from '../../../core/text/count-of.ts';

export interface TimelineRequest {
  /** Empty for the whole repository. */
  readonly path: string;
  readonly order: HistoryOrder;
  readonly period: ResolvedPeriod | undefined;
  /** Versions that the question names and the history does not contain. */
  readonly unknownVersions: readonly string[];
  readonly author: string | undefined;
  readonly state: HistoryState;
}

export interface TimelineFinding {
  readonly path: string;
  readonly commits: readonly RankedCommit[];
  /** How many commits match; more than `commits` if there are many. */
  readonly total: number;
  /** One sentence on how many commits match and where the first one stands among them. */
  readonly statement: string;
  readonly notes: readonly string[];
  /** Whether the question asks for several commits. */
  readonly isList: boolean;
  /** Whether the commits are those that the question asks for, and all of them were considered. */
  readonly isCertain: boolean;
  /** Versions that the question names and the history does not contain. */
  readonly unknownVersions: readonly string[];
}

type Stores = Pick<Services, 'historyStore'>;

interface Selection {
  /** Empty if there is no such commit. */
  readonly commits: readonly CommitRow[];
  readonly total: number | undefined;
  readonly isCut: boolean;
}

/** Maximum commits that are returned besides those before the requested one. */
const maxCommits = 100;

export async function findTimeline(
  services: Stores,
  key: HistoryKey,
  request: TimelineRequest,
): Promise<TimelineFinding> {
  const { path, order, period, author, state, unknownVersions } = request;
  const isFiltered = period !== undefined || author !== undefined || unknownVersions.length > 0;
  const [selection, newest, oldest] = await Promise.all([
    selectCommits(services, key, request),
    readEnd(services, key, { path, isOldestFirst: false }),
    readEnd(services, key, { path, isOldestFirst: true }),
  ]);
  const isMissing = selection.commits.length === 0;
  const commits = isMissing ? await findSubstitutes(services, key, request, selection) : selection.commits;
  const reasonOf = ({ id }: CommitRow): RankedCommit['reason'] =>
    id === newest?.id ? 'last-changed' : id === oldest?.id ? 'introduced' : 'changed';
  return {
    path,
    commits: toRankedCommits(commits, reasonOf),
    total: Math.max(selection.total ?? 0, commits.length),
    statement: describeTimeline(request, selection),
    notes: [...historyNotes(state), ...(period?.notes ?? [])],
    isList: isFiltered && order.from === 'newest' && order.position === 1,
    isCertain: !isMissing && !selection.isCut && unknownVersions.length === 0,
    unknownVersions,
  };
}

async function selectCommits(
  services: Stores,
  key: HistoryKey,
  { path, order, period, author }: TimelineRequest,
): Promise<Selection> {
  const isOldestFirst = order.from === 'oldest';
  const limit = order.position - 1 + maxCommits;
  const read = await readTimeline(services, key, { path, period, author, isOldestFirst, limit });
  // The oldest known match of a timeline that was not read to its end need not be the oldest.
  const isUnknown = isOldestFirst && read.isCut;
  return { ...read, commits: isUnknown ? [] : takeFromPosition(read.commits, order.position) };
}

async function readEnd(
  { historyStore }: Stores,
  key: HistoryKey,
  { path, isOldestFirst }: { readonly path: string; readonly isOldestFirst: boolean },
): Promise<CommitRow | undefined> {
  const [end] = await historyStore.timeline(key, path, { limit: 1, isOldestFirst });
  return end?.commit;
}

/** Returns what is nearest to the missing commit: the last one before the requested position, the neighbours of the period, or any author's. */
async function findSubstitutes(
  services: Stores,
  key: HistoryKey,
  { path, order, period, author }: TimelineRequest,
  { total = 0 }: Selection,
): Promise<readonly CommitRow[]> {
  if (total > 0) {
    const isOldestFirst = order.from !== 'oldest';
    return (await readTimeline(services, key, { path, period, author, isOldestFirst, limit: 1 })).commits;
  }
  const nearest = await readNearest(services, key, { path, period, author });
  if (nearest.length > 0 || author === undefined) return nearest;
  return readNearest(services, key, { path, period: undefined, author: undefined });
}

function describeTimeline(
  { path, order, period, author, unknownVersions }: TimelineRequest,
  { commits, total, isCut }: Selection,
): string {
  const subject = path === '' ? 'the repository' : `\`${path}\``;
  const by = author === undefined ? '' : ` by ${formatAuthor(author)}`;
  const during = period === undefined ? '' : ` ${period.description}`;
  const rank = order.position === 1 ? order.from : `number ${order.position} from the ${order.from}`;
  const isFiltered = period !== undefined || author !== undefined;
  const isMissing = commits.length === 0;
  const counted =
    total === undefined
      ? `This commit is the ${rank} that changed ${subject}`
      : `${isCut ? 'at least ' : ''}${countOf(total, 'commit')}${by} changed ${subject}${during}`;
  const place =
    total === 0
      ? 'the nearest other commits follow'
      : isMissing
        ? `none of them is known to be the ${rank}`
        : total === undefined || isFiltered
          ? ''
          : `this one is the ${rank}`;
  const sentence = [counted, place, describeUnknownVersions(unknownVersions)]
    .filter((part) => part !== '')
    .join('; ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
