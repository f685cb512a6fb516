/** Repositories, snapshots and jobs in the catalog database. */

import {
  noCounts,
  type Counts,
  type Failure,
  type Progress,
  type Repository,
  type Snapshot,
  type Status,
} from '../../core/repository.ts';
import type { Catalog } from '../../ports/catalog.ts';
import type { Clock } from '../../ports/clock.ts';
import { versionNotes } from './catalog-versions.ts';
import { jobReads, jobWrites, type Sql } from './catalog-jobs.ts';
import { allRows, batchRows, firstRow, run, runBatch } from './statements.ts';

interface RepositoryRecord {
  id: string;
  owner: string;
  visibility: 'private' | 'public';
  name: string;
  shard: number;
  created_at: number;
}

interface RepositoryUse extends RepositoryRecord {
  used_at: number | null;
}

interface SnapshotRecord {
  number: number;
  id: string;
  repository_id: string;
  ref: string | null;
  commit_id: string;
  subdirectory: string | null;
  wrapper_folder: string | null;
  status: Status;
  generation: number;
  counts: string;
  timings: string;
  progress: string;
  rows_written: number;
  error: string | null;
  created_at: number;
  ready_at: number | null;
}

/** Uses are noted to the hour: a read seldom writes. */
const useNotedMs = 3_600_000;
const repositoryColumns = 'id, owner, visibility, name, shard, created_at';
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
      if (found === undefined) return undefined;
      const now = clock.now();
      if ((found.used_at ?? found.created_at) + useNotedMs <= now)
        await run(sql('UPDATE repository SET used_at = ?2 WHERE id = ?1', id, now));
      return {
        repository: toRepository(found),
        snapshots: ((snapshots ?? []) as SnapshotRecord[]).map(toSnapshot),
      };
    },
    ...jobReads(sql),
    ...jobWrites(database, sql, clock),
    ...conversationNotes(sql, clock),
    ...versionNotes(sql, clock),
    async addSnapshot(viewer, added) {
      const now = clock.now();
      await runBatch(database, [
        sql(
          `INSERT INTO repository (id, owner, visibility, name, shard, created_at) VALUES (?1, ?2, 'private', ?3, ?4, ?5)
           ON CONFLICT DO NOTHING`,
          added.repositoryId,
          viewer.id,
          added.name,
          added.shard,
          now,
        ),
        sql(
          `INSERT INTO snapshot (id, repository_id, ref, commit_id, subdirectory, status, created_at)
           SELECT ?1, id, ?2, ?3, ?4, 'queued', ?5 FROM repository WHERE owner = ?6 AND name = ?7 AND removed_at IS NULL`,
          added.snapshotId,
          added.ref ?? null,
          added.commit,
          added.subdirectory ?? null,
          now,
          viewer.id,
          added.name,
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
        sql(
          'SELECT id, shard FROM repository WHERE owner = ?1 AND name = ?2 AND removed_at IS NULL',
          viewer.id,
          added.name,
        ),
      );
      return { repositoryId: row?.id ?? added.repositoryId, shard: row?.shard ?? added.shard };
    },
    async hideRepository(id) {
      await run(sql('UPDATE repository SET removed_at = ?1 WHERE id = ?2', clock.now(), id));
    },
    listRemoved: () => allRows(sql('SELECT id, shard FROM repository WHERE removed_at IS NOT NULL')),
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

function conversationNotes(
  sql: Sql,
  clock: Clock,
): Pick<Catalog, 'noteConversation' | 'listConversations' | 'forgetConversation'> {
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
    listConversations: (repositoryId) =>
      allRows(
        sql(
          'SELECT repository_id AS repositoryId, viewer, id FROM conversation WHERE repository_id = ?1',
          repositoryId,
        ),
      ),
    async forgetConversation({ repositoryId, viewer, id }) {
      await run(
        sql(
          'DELETE FROM conversation WHERE repository_id = ?1 AND viewer = ?2 AND id = ?3',
          repositoryId,
          viewer,
          id,
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
          `SELECT ${repositoryColumns} FROM repository WHERE ${readable} ORDER BY created_at DESC, id`,
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
    async findRepository(viewer, name) {
      const row = await firstRow<RepositoryRecord>(
        sql(
          `SELECT ${repositoryColumns} FROM repository WHERE owner = ?1 AND name = ?2 AND removed_at IS NULL`,
          viewer.id,
          name,
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

function toRepository(row: RepositoryRecord): Repository {
  return {
    id: row.id,
    owner: row.owner,
    visibility: row.visibility,
    name: row.name,
    shard: row.shard,
    createdAt: row.created_at,
  };
}

function toSnapshot(row: SnapshotRecord): Snapshot {
  return {
    number: row.number,
    id: row.id,
    repositoryId: row.repository_id,
    ref: row.ref ?? undefined,
    commit: row.commit_id,
    subdirectory: row.subdirectory ?? undefined,
    wrapperFolder: row.wrapper_folder ?? undefined,
    status: row.status,
    generation: row.generation,
    counts: { ...noCounts, ...(JSON.parse(row.counts) as Partial<Counts>) },
    timings: JSON.parse(row.timings) as Record<string, number>,
    progress: JSON.parse(row.progress) as Progress,
    rowsWritten: row.rows_written,
    error: row.error === null ? undefined : (JSON.parse(row.error) as Failure),
    createdAt: row.created_at,
    readyAt: row.ready_at ?? undefined,
  };
}
