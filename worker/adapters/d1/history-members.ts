/** Which commits a version holds, as every read of commits asks first. */

import type { HistoryKey } from '../../ports/history-store.ts';
import { inBuckets, readRanges, type RowRange } from './history-ranges.ts';
import { firstRow, type IndexDatabases } from './statements.ts';

/** The commits a version holds, for `withMembers`: while it is not whole, all that are known of its repository. */
export async function membersOf(databases: IndexDatabases, key: HistoryKey): Promise<string> {
  return JSON.stringify(await rangesOfVersion(databases, key));
}

export async function rangesOfVersion(
  databases: IndexDatabases,
  key: HistoryKey,
): Promise<readonly RowRange[]> {
  const row = await firstRow<{ members: string | null; first: number | null; last: number | null }>(
    databases(key.shard)
      .prepare(
        `SELECT v.members, iif(v.members IS NULL, (SELECT min(+h.id) FROM history_commit AS h WHERE h.repository = ?2), NULL) AS first,
           iif(v.members IS NULL, (SELECT max(+h.id) FROM history_commit AS h WHERE h.repository = ?2), NULL) AS last
         FROM history_version AS v WHERE v.snapshot = ?1 AND v.repository = ?2`,
      )
      .bind(key.snapshot, key.repository),
  );
  if (row === undefined) return [];
  if (row.members !== null) return readRanges(row.members);
  return row.first === null || row.last === null ? [] : inBuckets([row.first, row.last]);
}
