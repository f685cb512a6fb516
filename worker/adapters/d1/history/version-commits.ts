/**
 * Determines which commits a version contains; every read of commits starts here. During an import, they are the commits that its calls have
 * listed so far. Afterwards they are computed from the version's tip.
 */

import { AppError } from '../../../core/errors.ts';
import type { HistoryKey } from '../../../ports/history-store.ts';
import { isInRanges, mergeRanges, parseRanges, countRows, type RowRange } from './row-ranges.ts';
import { allRows, firstRow, run, type IndexDatabases } from '../sql/statements.ts';

/** Maximum commits of one version, and of a repository whose ancestry is walked. More would take over 100 MB of an isolate's 128. */
export const maxCommits = 300_000;
/** Maximum ranges recorded during an import, about 400 kB. If the rows of many repositories alternate, later commits are recorded only at the end of the import. */
const maxRecordedRanges = 20_000;

/** Returns the commits of a version as JSON, for `withMembers`. */
export async function readMembersJson(databases: IndexDatabases, key: HistoryKey): Promise<string> {
  return JSON.stringify(await readMemberRanges(databases, key));
}

export async function readMemberRanges(
  databases: IndexDatabases,
  key: HistoryKey,
): Promise<readonly RowRange[]> {
  const row = await firstRow<{ members: string | null }>(
    databases(key.shard)
      .prepare('SELECT members FROM history_version WHERE snapshot = ?1 AND repository = ?2')
      .bind(key.snapshot, key.repository),
  );
  return parseRanges(row?.members ?? '[]');
}

/** Records that a version contains those of the commits that are stored. Does nothing for a version whose import is complete. */
export async function recordMembers(
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
  const ranges = parseRanges(version.members ?? '[]');
  const newRanges = rows.filter(({ id }) => !isInRanges(ranges, id)).map(({ id }): RowRange => [id, id]);
  const merged = mergeRanges([...ranges, ...newRanges]);
  if (newRanges.length === 0 || merged.length > maxRecordedRanges) return;
  await run(
    database
      .prepare(
        'UPDATE history_version SET members = ?2, commits = ?3 WHERE snapshot = ?1 AND is_complete = 0',
      )
      .bind(key.snapshot, JSON.stringify(merged), countRows(merged)),
  );
}

/** @throws AppError `invalid_request` when a version would contain more commits than can be walked */
export async function checkCommitLimit(
  database: D1Database,
  key: HistoryKey,
  addedCommits: number,
): Promise<void> {
  const row = await firstRow<{ commits: number }>(
    database
      .prepare('SELECT commits FROM history_version WHERE snapshot = ?1 AND repository = ?2')
      .bind(key.snapshot, key.repository),
  );
  if ((row?.commits ?? 0) + addedCommits > maxCommits) throw tooManyCommitsError('version');
}

export function tooManyCommitsError(container: 'version' | 'repository'): AppError {
  return new AppError(
    'invalid_request',
    `This ${container} has more than ${maxCommits} commits, which is the limit. Upload a shorter history.`,
    { details: { maxCommits } },
  );
}
