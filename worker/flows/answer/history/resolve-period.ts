/**
 * Resolves the period of a question to a filter on commits. Versions are resolved by tags, then by commits whose subject names the release;
 * the filter then uses ancestry, as `git log a..b` does, or dates if the commits are not part of the version.
 */

import { formatDay } from '../../../core/time.ts';
import type { CommitRow, HistoryKey, ReleaseCommit } from '../../../ports/history-store.ts';
import type { HistoryPeriod, VersionPeriod } from '../../../retrieval/history/read-history-period.ts';
import { chooseReleaseCommit, choosePreviousRelease } from '../../../retrieval/history/choose-release.ts';
import type { Services } from '../../services.ts';

export interface ResolvedPeriod {
  readonly includes: (commit: Pick<CommitRow, 'id' | 'committedAt'>) => boolean;
  /** "between 2023-01-01 and 2023-12-31", for the answer. */
  readonly description: string;
  /** What the reading rests on, if the question leaves it open. */
  readonly notes: readonly string[];
}

type Stores = Pick<Services, 'historyStore'>;

/** @returns undefined if the history knows none of the versions */
export async function resolvePeriod(
  services: Stores,
  key: HistoryKey,
  period: HistoryPeriod,
  reference: number,
): Promise<ResolvedPeriod | undefined> {
  if (period.kind === 'versions') return resolveVersions(services, key, period);
  const { from = -Infinity, to = Infinity, isRelative } = period;
  return {
    includes: ({ committedAt }) => committedAt >= from && committedAt < to,
    description: describeDates(period.from, period.to),
    notes: isRelative
      ? [`The period counts from ${formatDay(reference)}, the day of the indexed commit.`]
      : [],
  };
}

function describeDates(from: number | undefined, to: number | undefined): string {
  const lastDay = to === undefined ? undefined : formatDay(to - 1);
  if (from === undefined) return `until ${lastDay ?? 'now'}`;
  return lastDay === undefined ? `since ${formatDay(from)}` : `from ${formatDay(from)} to ${lastDay}`;
}

async function resolveVersions(
  services: Stores,
  key: HistoryKey,
  period: VersionPeriod,
): Promise<ResolvedPeriod | undefined> {
  const find = async (version: string | undefined): Promise<ReleaseCommit | undefined> =>
    version === undefined
      ? undefined
      : chooseReleaseCommit(await services.historyStore.releaseCommits(key, toDigits(version)), version);
  const [from, to] = await Promise.all([find(period.from), find(period.to)]);
  if (from === undefined && to === undefined) return undefined;
  const previous =
    period.isSingle && to !== undefined
      ? choosePreviousRelease(await services.historyStore.releaseCommits(key, ''), to)
      : from;
  const [older, newer] = await Promise.all([
    previous === undefined ? undefined : services.historyStore.ancestors(key, previous.commit),
    to === undefined ? undefined : services.historyStore.ancestors(key, to.commit),
  ]);
  const isAfter = ({ id, committedAt }: Pick<CommitRow, 'id' | 'committedAt'>): boolean =>
    previous === undefined || (older === undefined ? committedAt > previous.committedAt : !older.has(id));
  const isUntil = ({ id, committedAt }: Pick<CommitRow, 'id' | 'committedAt'>): boolean =>
    to === undefined || (newer === undefined ? committedAt <= to.committedAt : newer.has(id));
  const names = [
    previous === undefined ? '' : `after ${releaseName(period.from, previous)}`,
    to === undefined ? '' : `up to ${releaseName(period.to, to)}`,
  ];
  return {
    includes: (commit) => isAfter(commit) && isUntil(commit),
    description: names.filter((name) => name !== '').join(' and '),
    notes: [],
  };
}

function toDigits(version: string): string {
  return version.replace(/^v/i, '');
}

function releaseName(version: string | undefined, { text, isTag }: ReleaseCommit): string {
  return version ?? (isTag ? text : 'the release before it');
}
