/** Implements the `Catalog` port with D1: repositories, snapshots and jobs in the catalog database. */

import { isReadable } from '../../core/permissions.ts';
import type { Catalog } from '../../ports/catalog.ts';
import type { Clock } from '../../ports/clock.ts';
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
import { jobReads, jobWrites, type Sql } from './catalog/jobs.ts';
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
    ...conversationQueries(sql, clock),
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
        sql('DELETE FROM repository WHERE id = ?1', id),
      ]);
    },
  };
}

function conversationQueries(
  sql: Sql,
  clock: Clock,
): Pick<
  Catalog,
  'recordConversation' | 'hasConversation' | 'listConversations' | 'deleteConversationRecords'
> {
  return {
    async recordConversation({ repositoryId, viewer, id }) {
      // The update changes nothing, but makes `RETURNING` also return a conversation that was recorded before.
      const rows = await allRows(
        sql(
          `INSERT INTO conversation (repository_id, viewer, id, created_at)
           SELECT id, ?2, ?3, ?4 FROM repository WHERE id = ?1 AND removed_at IS NULL
           ON CONFLICT DO UPDATE SET id = excluded.id RETURNING id`,
          repositoryId,
          viewer,
          id,
          clock.now(),
        ),
      );
      return rows.length > 0;
    },
    async hasConversation({ repositoryId, viewer, id }) {
      const row = await firstRow(
        sql(
          'SELECT 1 FROM conversation WHERE repository_id = ?1 AND viewer = ?2 AND id = ?3',
          repositoryId,
          viewer,
          id,
        ),
      );
      return row !== undefined;
    },
    listConversations: (repositoryId, limit) =>
      allRows(
        sql(
          `SELECT repository_id AS repositoryId, viewer, id FROM conversation WHERE repository_id = ?1
           ORDER BY created_at DESC, viewer, id LIMIT ?2`,
          repositoryId,
          limit,
        ),
      ),
    async deleteConversationRecords(conversations) {
      const rows = conversations.map(({ repositoryId, viewer, id }) => [repositoryId, viewer, id]);
      await run(
        sql(
          `DELETE FROM conversation WHERE (repository_id, viewer, id) IN
             (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1))`,
          JSON.stringify(rows),
        ),
      );
    },
  };
}
