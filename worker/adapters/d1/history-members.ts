/**
 * Which commits a version holds, as every read of commits asks first. Until its end is told those are what its own calls named, noted as they
 * come; then what is reckoned from its tip.
 */

import { AppError } from '../../core/errors.ts';
import type { HistoryKey } from '../../ports/history-store.ts';
import { isInRanges, joinRanges, readRanges, sizeOf, type RowRange } from './history-ranges.ts';
import { allRows, firstRow, run, type IndexDatabases } from './statements.ts';

/** Commits of one version, and of a repository where they are walked: some 100 MB of an isolate's 128 would be taken beyond. */
export const maxCommits = 300_000;
/** Ranges noted before the end is told, some 400 kB: where rows of many repositories alternate, the rest waits for it. */
const maxNoted = 20_000;

/** The commits a version holds, for `withMembers`. */
export async function membersOf(databases: IndexDatabases, key: HistoryKey): Promise<string> {
  return JSON.stringify(await rangesOfVersion(databases, key));
}

export async function rangesOfVersion(
  databases: IndexDatabases,
  key: HistoryKey,
): Promise<readonly RowRange[]> {
  const row = await firstRow<{ members: string | null }>(
    databases(key.shard)
      .prepare('SELECT members FROM history_version WHERE snapshot = ?1 AND repository = ?2')
      .bind(key.snapshot, key.repository),
  );
  return readRanges(row?.members ?? '[]');
}

/** Notes that a version holds these commits, as far as they are known. One whose end was told is left until it is told again. */
export async function noteMembers(
  database: D1Database,
  key: HistoryKey,
  ids: readonly string[],
): Promise<void> {
  const version = await firstRow<{ members: string | null }>(
    database
      .prepare(
        'SELECT members FROM history_version WHERE snapshot = ?1 AND repository = ?2 AND is_complete = 0',
      )
      .bind(key.snapshot, key.repository),
  );
  if (version === undefined || ids.length === 0) return;
  const rows = await allRows<{ id: number }>(
    database
      .prepare(
        `SELECT h.id FROM json_each(?2) AS j
         CROSS JOIN history_commit AS h ON h.repository = ?1 AND h.commit_id = j.value AND h.is_known = 1`,
      )
      .bind(key.repository, JSON.stringify(ids)),
  );
  const ranges = readRanges(version.members ?? '[]');
  const more = rows.filter(({ id }) => !isInRanges(ranges, id)).map(({ id }): RowRange => [id, id]);
  const joined = joinRanges([...ranges, ...more]);
  if (more.length === 0 || joined.length > maxNoted) return;
  await run(
    database
      .prepare(
        'UPDATE history_version SET members = ?2, commits = ?3 WHERE snapshot = ?1 AND is_complete = 0',
      )
      .bind(key.snapshot, JSON.stringify(joined), sizeOf(joined)),
  );
}

/** @throws AppError `invalid_request` when a version would hold more commits than can be walked */
export async function refuseMany(database: D1Database, key: HistoryKey, more: number): Promise<void> {
  const row = await firstRow<{ commits: number }>(
    database
      .prepare('SELECT commits FROM history_version WHERE snapshot = ?1 AND repository = ?2')
      .bind(key.snapshot, key.repository),
  );
  if ((row?.commits ?? 0) + more > maxCommits) throw tooMany('version');
}

export function tooMany(of: 'version' | 'repository'): AppError {
  return new AppError(
    'invalid_request',
    `More than ${maxCommits} commits of this ${of} were handed over; the history of so many is not told whole.`,
    { details: { maxCommits } },
  );
}
