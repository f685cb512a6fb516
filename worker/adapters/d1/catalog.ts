/** Implements the `Catalog` port with D1: repositories, snapshots and jobs in the catalog database. */

import { isReadable } from '../../core/permissions.ts';
import type { Catalog } from '../../ports/catalog.ts';
import type { Clock } from '../../ports/clock.ts';
import { conversationQueries } from './catalog/conversations.ts';
import { hostedRepositories } from './catalog/hosted-repositories.ts';
import { addSnapshot, mayBeReadable, repositoryReads } from './catalog/repositories.ts';
import {
  repositoryColumns,
  toRepository,
  toSnapshot,
  type RepositoryRecord,
  type SnapshotRecord,
} from './catalog/records.ts';
import { versionQueries } from './catalog/versions.ts';
import { jobReads, jobWrites } from './catalog/jobs.ts';
import { allRows, batchRows, firstRow, run, runBatch } from './sql/statements.ts';

interface RepositoryUse extends RepositoryRecord {
  used_at: number | null;
}

/** The time of last use is precise to an hour, so that most reads write nothing. Live repositories expire sooner and need five minutes. */
const usedAtPrecisionMs = 3_600_000;
const liveUsedAtPrecisionMs = 300_000;

export function createD1Catalog(database: D1Database, clock: Clock): Catalog {
  const sql = (text: string, ...values: unknown[]): D1PreparedStatement =>
    database.prepare(text).bind(...values);
  return {
    ...repositoryReads(sql),
    async readRepository(viewer, id) {
      const [repositories, snapshots] = await batchRows(database, [
        sql(
          `SELECT ${repositoryColumns}, used_at FROM repository WHERE ${mayBeReadable} AND id = ?2`,
          viewer.id,
          id,
        ),
        sql(
          'SELECT * FROM snapshot WHERE repository_id = ?1 AND removed_at IS NULL ORDER BY number DESC',
          id,
        ),
      ]);
      const [record] = (repositories ?? []) as RepositoryUse[];
      if (record === undefined || record.access_lost_at !== null) return undefined;
      const now = clock.now();
      const repository = toRepository(record);
      if (!isReadable(viewer, repository)) return undefined;
      const precisionMs = repository.source.kind === 'live' ? liveUsedAtPrecisionMs : usedAtPrecisionMs;
      if ((record.used_at ?? record.created_at) + precisionMs <= now)
        await run(sql('UPDATE repository SET used_at = ?2 WHERE id = ?1', id, now));
      return {
        repository,
        snapshots: ((snapshots ?? []) as SnapshotRecord[]).map(toSnapshot),
      };
    },
    ...jobReads(sql),
    ...jobWrites(database, sql, clock),
    ...conversationQueries(database, sql, clock),
    ...versionQueries(sql, clock),
    ...hostedRepositories(database, sql, clock),
    addSnapshot: (owner, added) => addSnapshot(database, sql, { owner, added, now: clock.now() }),
    async hideRepository(id) {
      await run(sql('UPDATE repository SET removed_at = ?1 WHERE id = ?2', clock.now(), id));
    },
    listRemoved: () =>
      allRows(sql('SELECT id, shard FROM repository WHERE removed_at IS NOT NULL ORDER BY removed_at, id')),
    async hasHidden() {
      const row = await firstRow<{ is_any: number }>(
        sql(`SELECT EXISTS (SELECT 1 FROM repository WHERE removed_at IS NOT NULL)
          OR EXISTS (SELECT 1 FROM snapshot WHERE removed_at IS NOT NULL AND emptied_at IS NULL) AS is_any`),
      );
      return row?.is_any === 1;
    },
    shardLoads: () =>
      allRows(
        sql(
          `SELECT shard, count(*) AS snapshots, coalesce(sum(counts ->> 'chunks'), 0) AS chunks
           FROM snapshot JOIN repository ON repository.id = repository_id WHERE emptied_at IS NULL GROUP BY shard ORDER BY shard`,
        ),
      ),
    async deleteRepositoryRows(id) {
      await runBatch(database, [
        sql(
          'DELETE FROM job WHERE snapshot_number IN (SELECT number FROM snapshot WHERE repository_id = ?1)',
          id,
        ),
        sql('DELETE FROM snapshot WHERE repository_id = ?1', id),
        sql('DELETE FROM conversation WHERE repository_id = ?1', id),
        sql('DELETE FROM share WHERE repository_id = ?1', id),
        sql('DELETE FROM feedback WHERE repository_id = ?1', id),
        sql('DELETE FROM visitor_question WHERE repository_id = ?1', id),
        sql('DELETE FROM repository WHERE id = ?1', id),
      ]);
    },
  };
}
