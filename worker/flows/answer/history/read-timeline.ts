/** Reads the commits of a path that a period and an author limit, from either end, and counts them. */

import type { CommitRow, HistoryKey } from '../../../ports/history-store.ts';
import type { Services } from '../../services.ts';
import type { ResolvedPeriod } from './resolve-period.ts';

export interface TimelineQuery {
  readonly path: string;
  readonly period: ResolvedPeriod | undefined;
  readonly author: string | undefined;
  readonly isOldestFirst: boolean;
  readonly limit: number;
}

interface TimelineSelection {
  /** In the requested order. */
  readonly commits: readonly CommitRow[];
  /** How many commits match; undefined if that is unknown. */
  readonly total: number | undefined;
  /** Whether more commits may match than `total`. */
  readonly isCut: boolean;
}

type Stores = Pick<Services, 'historyStore'>;

/** The ancestry of a release is tested commit by commit, for at most this many. */
const pageSize = 3_000;
const maxPages = 20;

export async function readTimeline(
  { historyStore }: Stores,
  key: HistoryKey,
  query: TimelineQuery,
): Promise<TimelineSelection> {
  const { path, period, author, isOldestFirst, limit } = query;
  if (period?.isByDate === false) return readByAncestry({ historyStore }, key, query);
  const filter = { from: period?.from, to: period?.to, author };
  const isFiltered = period !== undefined || author !== undefined;
  const [entries, count] = await Promise.all([
    historyStore.timeline(key, path, { limit, filter, isOldestFirst }),
    isFiltered ? historyStore.countChanges(key, path, filter) : undefined,
  ]);
  const commits = entries.map(({ commit }) => commit);
  // Counting all changes of a large folder takes long, so only a short timeline is counted.
  return { commits, total: count ?? (commits.length < limit ? commits.length : undefined), isCut: false };
}

async function readByAncestry(
  { historyStore }: Stores,
  key: HistoryKey,
  { path, period, author, isOldestFirst, limit }: TimelineQuery,
): Promise<TimelineSelection> {
  const matching: CommitRow[] = [];
  let before: number | undefined;
  let isCut = true;
  for (let page = 0; page < maxPages && isCut; page += 1) {
    const entries = await historyStore.timeline(key, path, { limit: pageSize, before, filter: { author } });
    for (const { commit } of entries) if (period?.includes(commit) !== false) matching.push(commit);
    before = entries.at(-1)?.commit.key;
    isCut = entries.length === pageSize;
  }
  const ordered = isOldestFirst ? matching.toReversed() : matching;
  return { commits: ordered.slice(0, limit), total: matching.length, isCut };
}

/** Returns the commits on both sides of a period, or the newest one if there is no period. */
export async function readNearest(
  { historyStore }: Stores,
  key: HistoryKey,
  { path, period, author }: Pick<TimelineQuery, 'path' | 'period' | 'author'>,
): Promise<readonly CommitRow[]> {
  const { from, to } = period ?? {};
  const [before, after] = await Promise.all([
    period !== undefined && from === undefined
      ? []
      : historyStore.timeline(key, path, { limit: 1, filter: { to: from, author } }),
    to === undefined
      ? []
      : historyStore.timeline(key, path, { limit: 1, filter: { from: to, author }, isOldestFirst: true }),
  ]);
  return [...after, ...before].map(({ commit }) => commit);
}
