/** Reads repositories and snapshots, and adds a snapshot together with its repository and its indexing job. */

import type { Source } from '../../../core/repositories/source.ts';
import { isReadable } from '../../../core/permissions.ts';
import type { Owner } from '../../../core/viewer.ts';
import type { Catalog, NewSnapshot } from '../../../ports/catalog.ts';
import { allRows, firstRow, runBatch } from '../sql/statements.ts';
import type { Sql } from './jobs.ts';
import {
  repositoryColumns,
  toRepository,
  toSnapshot,
  type RepositoryRecord,
  type SnapshotRecord,
} from './records.ts';

/** At most these repositories are readable; `permissions.ts` decides. A viewer may read public repositories and their own. */
export const mayBeReadable = `removed_at IS NULL AND (owner = ?1 OR visibility = 'public')`;

export function repositoryReads(
  sql: Sql,
): Pick<Catalog, 'listRepositories' | 'getRepository' | 'findRepository' | 'listSnapshots' | 'getSnapshot'> {
  return {
    async listRepositories(viewer) {
      const rows = await allRows<RepositoryRecord>(
        sql(
          `SELECT ${repositoryColumns} FROM repository WHERE ${mayBeReadable} AND source ->> 'kind' <> 'live'
           ORDER BY created_at DESC, id`,
          viewer.id,
        ),
      );
      return rows.map(toRepository).filter((repository) => isReadable(viewer, repository));
    },
    async getRepository(viewer, id) {
      const row = await firstRow<RepositoryRecord>(
        sql(`SELECT ${repositoryColumns} FROM repository WHERE ${mayBeReadable} AND id = ?2`, viewer.id, id),
      );
      const repository = row && toRepository(row);
      return repository !== undefined && isReadable(viewer, repository) ? repository : undefined;
    },
    async findRepository(owner, name, kind) {
      const row = await firstRow<RepositoryRecord>(
        sql(
          `SELECT ${repositoryColumns} FROM repository
           WHERE owner = ?1 AND name = ?2 AND source ->> 'kind' = ?3 AND removed_at IS NULL`,
          owner.id,
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

interface SnapshotAddition {
  readonly owner: Owner;
  readonly added: NewSnapshot;
  readonly now: number;
}

export async function addSnapshot(
  database: D1Database,
  sql: Sql,
  { owner, added, now }: SnapshotAddition,
): ReturnType<Catalog['addSnapshot']> {
  const { hosted } = added;
  const source: Source = hosted?.source ?? { kind: 'upload' };
  const nameParameters = [owner.id, added.name, source.kind] as const;
  const hasName = `owner = ?1 AND name = ?2 AND source ->> 'kind' = ?3 AND removed_at IS NULL`;
  const shardParameters = [...nameParameters, added.shard] as const;
  const isOnShard = `${hasName} AND shard = ?4`;
  const accessCheckedAt = hosted?.isPrivate === true ? now : null;
  await runBatch(database, [
    sql(
      `INSERT INTO repository (owner, name, source, id, visibility, shard, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
       ON CONFLICT DO NOTHING`,
      owner.id,
      added.name,
      JSON.stringify(source),
      added.repositoryId,
      hosted?.visibility ?? 'private',
      added.shard,
      now,
    ),
    // On the host, the spelling of the name or the access rights may have changed since.
    sql(
      `UPDATE repository SET source = ?5, access_checked_at = ?6, access_lost_at = NULL,
         visibility = CASE WHEN ?6 IS NULL THEN visibility ELSE 'private' END WHERE ${isOnShard}`,
      ...shardParameters,
      JSON.stringify(source),
      accessCheckedAt,
    ),
    sql(
      `INSERT INTO snapshot (id, repository_id, ref, commit_id, subdirectory, status, created_at, history, etag)
       SELECT ?5, id, ?6, ?7, ?8, 'queued', ?9, ?10, ?11 FROM repository WHERE ${isOnShard}`,
      ...shardParameters,
      added.snapshotId,
      added.ref ?? null,
      added.commit,
      added.subdirectory ?? null,
      now,
      hosted?.history ?? null,
      hosted?.etag ?? null,
    ),
    sql(
      `INSERT INTO job (id, snapshot_number, generation, stage, state, created_at, key_id)
       SELECT ?1, number, generation + 1, 'fetch', 'running', ?2, ?4 FROM snapshot WHERE id = ?3`,
      added.jobId,
      now,
      added.snapshotId,
      added.keyId ?? null,
    ),
  ]);
  const row = await firstRow<{ id: string; shard: number }>(
    sql(`SELECT id, shard FROM repository WHERE ${hasName}`, ...nameParameters),
  );
  return { repositoryId: row?.id ?? added.repositoryId, shard: row?.shard ?? added.shard };
}
