/**
 * Resolves the period of a question to a filter on commits. Versions are resolved by tags, then by commits whose subject names the release;
 * the filter then uses ancestry, as `git log a..b` does, or dates if the commits are not part of the version.
 */

import { formatDay } from '../../../core/time.ts';
import type { CommitRow, HistoryKey, ReleaseCommit } from '../../../ports/history-store.ts';
import type { HistoryPeriod, VersionPeriod } from '../../../retrieval/history/read-history-period.ts';
import {
  chooseReleaseCommit,
  choosePreviousRelease,
} from '../../../retrieval/history/releases/choose-release.ts';
import type { Services } from '../../services.ts';

export interface ResolvedPeriod {
  /** Milliseconds since 1970; `from` is inclusive, `to` exclusive. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Whether `from` and `to` decide. Otherwise the ancestry of releases decides, and they are only the times of the releases. */
  readonly isByDate: boolean;
  readonly includes: (commit: Pick<CommitRow, 'id' | 'committedAt'>) => boolean;
  /** "between 2023-01-01 and 2023-12-31", for the answer. */
  readonly description: string;
  /** What the reading rests on, if the question leaves it open. */
  readonly notes: readonly string[];
}

interface PeriodResolution {
  /** Undefined if the history contains none of the versions. */
  readonly period: ResolvedPeriod | undefined;
  readonly unknownVersions: readonly string[];
}

type Stores = Pick<Services, 'historyStore'>;

export async function resolvePeriod(
  services: Stores,
  key: HistoryKey,
  period: HistoryPeriod,
  reference: number,
): Promise<PeriodResolution> {
  if (period.kind === 'versions') return resolveVersions(services, key, period);
  const { from = -Infinity, to = Infinity, isRelative } = period;
  const resolved = {
    from: period.from,
    to: period.to,
    isByDate: true,
    includes: ({ committedAt }: Pick<CommitRow, 'committedAt'>) => committedAt >= from && committedAt < to,
    description: describeDates(period.from, period.to),
    notes: isRelative
      ? [`The period counts from ${formatDay(reference)}, the day of the indexed commit.`]
      : [],
  };
  return { period: resolved, unknownVersions: [] };
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
): Promise<PeriodResolution> {
  const find = async (version: string | undefined): Promise<ReleaseCommit | undefined> =>
    version === undefined
      ? undefined
      : chooseReleaseCommit(await services.historyStore.releaseCommits(key, toDigits(version)), version);
  const [from, to] = await Promise.all([find(period.from), find(period.to)]);
  const unknownVersions = [
    ...(from === undefined && period.from !== undefined ? [period.from] : []),
    ...(to === undefined && period.to !== undefined ? [period.to] : []),
  ];
  if (from === undefined && to === undefined) return { period: undefined, unknownVersions };
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
  const resolved = {
    from: previous === undefined ? undefined : previous.committedAt + 1,
    to: to === undefined ? undefined : to.committedAt + 1,
    isByDate: false,
    includes: (commit: Pick<CommitRow, 'id' | 'committedAt'>) => isAfter(commit) && isUntil(commit),
    description: names.filter((name) => name !== '').join(' and '),
    notes: [],
  };
  return { period: resolved, unknownVersions };
}

function toDigits(version: string): string {
  return version.replace(/^v/i, '');
}

function releaseName(version: string | undefined, { text, isTag }: ReleaseCommit): string {
  return version ?? (isTag ? text : 'the release before it');
}
