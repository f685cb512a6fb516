/** Repositories, snapshots and jobs in the catalog database. */

import type { Source } from '../../core/source.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Catalog, NewSnapshot } from '../../ports/catalog.ts';
import type { Clock } from '../../ports/clock.ts';
import { hostedNotes } from './catalog-hosted.ts';
import {
  repositoryColumns,
  toRepository,
  toSnapshot,
  type RepositoryRecord,
  type SnapshotRecord,
} from './catalog-records.ts';
import { versionNotes } from './catalog-versions.ts';
import { jobReads, jobWrites, type Sql } from './catalog-jobs.ts';
import { allRows, batchRows, firstRow, run, runBatch } from './statements.ts';

interface RepositoryUse extends RepositoryRecord {
  used_at: number | null;
}

/** Uses are noted to the hour: a read seldom writes. Of what is kept for an hour only, to five minutes. */
const useNotedMs = 3_600_000;
const liveUseNotedMs = 300_000;
/** A viewer reads what is public and what is theirs; a removed repository is nobody's. */
const readable = `removed_at IS NULL AND (owner = ?1 OR visibility = 'public')`;

export function createD1Catalog(database: D1Database, clock: Clock): Catalog {
  const sql = (text: string, ...values: unknown[]): D1PreparedStatement =>
    database.prepare(text).bind(...values);
  return {
    ...repositoryReads(sql),
    async readRepository(viewer, id) {
      const [repositories, snapshots] = await batchRows(database, [
        sql(
          `SELECT ${repositoryColumns}, used_at FROM repository WHERE ${readable} AND id = ?2`,
          viewer.id,
          id,
        ),
        sql(
          'SELECT * FROM snapshot WHERE repository_id = ?1 AND removed_at IS NULL ORDER BY number DESC',
          id,
        ),
      ]);
      const [found] = (repositories ?? []) as RepositoryUse[];
      if (found === undefined || found.access_lost_at !== null) return undefined;
      const now = clock.now();
      const repository = toRepository(found);
      const notedMs = repository.source.kind === 'live' ? liveUseNotedMs : useNotedMs;
      if ((found.used_at ?? found.created_at) + notedMs <= now)
        await run(sql('UPDATE repository SET used_at = ?2 WHERE id = ?1', id, now));
      return {
        repository,
        snapshots: ((snapshots ?? []) as SnapshotRecord[]).map(toSnapshot),
      };
    },
    ...jobReads(sql),
    ...jobWrites(database, sql, clock),
    ...conversationNotes(sql, clock),
    ...versionNotes(sql, clock),
    ...hostedNotes(database, sql, clock),
    addSnapshot: (viewer, added) => addSnapshot(database, sql, { viewer, added, now: clock.now() }),
    async hideRepository(id) {
      await run(sql('UPDATE repository SET removed_at = ?1 WHERE id = ?2', clock.now(), id));
    },
    listRemoved: () =>
      allRows(sql('SELECT id, shard FROM repository WHERE removed_at IS NOT NULL ORDER BY removed_at, id')),
    async isAnyHidden() {
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
    async forgetRepository(id) {
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

interface Addition {
  readonly viewer: Viewer;
  readonly added: NewSnapshot;
  readonly now: number;
}

async function addSnapshot(
  database: D1Database,
  sql: Sql,
  { viewer, added, now }: Addition,
): ReturnType<Catalog['addSnapshot']> {
  const { hosted } = added;
  const source: Source = hosted?.source ?? { kind: 'upload' };
  const named = [viewer.id, added.name, source.kind] as const;
  const isNamed = `owner = ?1 AND name = ?2 AND source ->> 'kind' = ?3 AND removed_at IS NULL`;
  const onShard = [...named, added.shard] as const;
  const isOnShard = `${isNamed} AND shard = ?4`;
  const accessCheckedAt = hosted?.isPrivate === true ? now : null;
  await runBatch(database, [
    sql(
      `INSERT INTO repository (owner, name, source, id, visibility, shard, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
       ON CONFLICT DO NOTHING`,
      viewer.id,
      added.name,
      JSON.stringify(source),
      added.repositoryId,
      hosted?.visibility ?? 'private',
      added.shard,
      now,
    ),
    // The host may spell it otherwise by now, and who may read it there may have changed.
    sql(
      `UPDATE repository SET source = ?5, access_checked_at = ?6, access_lost_at = NULL,
         visibility = CASE WHEN ?6 IS NULL THEN visibility ELSE 'private' END WHERE ${isOnShard}`,
      ...onShard,
      JSON.stringify(source),
      accessCheckedAt,
    ),
    sql(
      `INSERT INTO snapshot (id, repository_id, ref, commit_id, subdirectory, status, created_at, history, etag)
       SELECT ?5, id, ?6, ?7, ?8, 'queued', ?9, ?10, ?11 FROM repository WHERE ${isOnShard}`,
      ...onShard,
      added.snapshotId,
      added.ref ?? null,
      added.commit,
      added.subdirectory ?? null,
      now,
      hosted?.history ?? null,
      hosted?.etag ?? null,
    ),
    sql(
      `INSERT INTO job (id, snapshot_number, generation, stage, state, created_at)
       SELECT ?1, number, generation + 1, 'fetch', 'running', ?2 FROM snapshot WHERE id = ?3`,
      added.jobId,
      now,
      added.snapshotId,
    ),
  ]);
  const row = await firstRow<{ id: string; shard: number }>(
    sql(`SELECT id, shard FROM repository WHERE ${isNamed}`, ...named),
  );
  return { repositoryId: row?.id ?? added.repositoryId, shard: row?.shard ?? added.shard };
}

function conversationNotes(
  sql: Sql,
  clock: Clock,
): Pick<Catalog, 'noteConversation' | 'hasConversation' | 'listConversations' | 'forgetConversations'> {
  return {
    async noteConversation({ repositoryId, viewer, id }) {
      // The clause that does nothing makes a conversation noted before count as noted now.
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
    async forgetConversations(conversations) {
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

function repositoryReads(
  sql: Sql,
): Pick<Catalog, 'listRepositories' | 'getRepository' | 'findRepository' | 'listSnapshots' | 'getSnapshot'> {
  return {
    async listRepositories(viewer) {
      const rows = await allRows<RepositoryRecord>(
        sql(
          `SELECT ${repositoryColumns} FROM repository WHERE ${readable} AND source ->> 'kind' <> 'live'
           ORDER BY created_at DESC, id`,
          viewer.id,
        ),
      );
      return rows.map(toRepository);
    },
    async getRepository(viewer, id) {
      const row = await firstRow<RepositoryRecord>(
        sql(`SELECT ${repositoryColumns} FROM repository WHERE ${readable} AND id = ?2`, viewer.id, id),
      );
      return row === undefined ? undefined : toRepository(row);
    },
    async findRepository(viewer, name, kind) {
      const row = await firstRow<RepositoryRecord>(
        sql(
          `SELECT ${repositoryColumns} FROM repository
           WHERE owner = ?1 AND name = ?2 AND source ->> 'kind' = ?3 AND removed_at IS NULL`,
          viewer.id,
          name,
          kind,
        ),
      );
      return row === undefined ? undefined : toRepository(row);
    },
    async listSnapshots(repositoryIds) {
      const rows = await allRows<SnapshotRecord>(
        sql(
          `SELECT * FROM snapshot WHERE repository_id IN (SELECT value FROM json_each(?1)) AND removed_at IS NULL
           ORDER BY number DESC`,
          JSON.stringify(repositoryIds),
        ),
      );
      return rows.map(toSnapshot);
    },
    async getSnapshot(number) {
      const row = await firstRow<SnapshotRecord>(sql('SELECT * FROM snapshot WHERE number = ?1', number));
      return row === undefined ? undefined : toSnapshot(row);
    },
  };
}
