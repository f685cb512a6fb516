/** Queries for snapshots that a newer one replaced or that are being removed, and for unused repositories. */

import type { Source } from '../../../core/repositories/source.ts';
import type {
  Catalog,
  HiddenSnapshotRecord,
  RemovedSnapshot,
  ReplacedSnapshot,
} from '../../../ports/catalog.ts';
import type { Clock } from '../../../ports/clock.ts';
import { jobQuery, toJob, type JobRecord, type Sql } from './jobs.ts';
import { allRows, firstRow, run } from '../sql/statements.ts';

/** How many removed versions are listed per repository. A link to any older one reports that the version does not exist. */
const maxListedRemoved = 100;

/** Whether a job of the snapshot is running. */
const isBusy = `EXISTS (SELECT 1 FROM job WHERE job.snapshot_number = old.number AND job.state = 'running')`;

type VersionQueries = Pick<
  Catalog,
  | 'listReplaced'
  | 'hideSnapshots'
  | 'hideVersion'
  | 'listHiddenSnapshots'
  | 'markEmptied'
  | 'listRemovedSnapshots'
  | 'addRebuild'
  | 'listUnused'
  | 'listLive'
>;

export function versionQueries(sql: Sql, clock: Clock): VersionQueries {
  return {
    listReplaced: () =>
      allRows<ReplacedSnapshot>(
        // `IS` also matches uploads without a branch or tag. Only a snapshot with an index replaces a snapshot with an index.
        sql(
          `SELECT old.number, old.repository_id AS repositoryId, repository.shard,
             min(coalesce(newer.ready_at, newer.created_at)) AS replacedAt
           FROM snapshot AS old JOIN repository ON repository.id = old.repository_id AND repository.removed_at IS NULL
           JOIN snapshot AS newer ON newer.repository_id = old.repository_id AND newer.number > old.number
             AND newer.ref IS old.ref AND newer.removed_at IS NULL AND (newer.generation > 0 OR old.generation = 0)
           WHERE old.removed_at IS NULL AND NOT ${isBusy} GROUP BY old.number ORDER BY old.number`,
        ),
      ),
    async hideSnapshots(numbers) {
      await run(
        sql(
          `UPDATE snapshot AS old SET removed_at = ?2
           WHERE number IN (SELECT value FROM json_each(?1)) AND removed_at IS NULL AND NOT ${isBusy}`,
          JSON.stringify(numbers),
          clock.now(),
        ),
      );
    },
    hideVersion: (numbers) => hideVersion(sql, clock, numbers),
    async listHiddenSnapshots() {
      const rows = await allRows<Omit<HiddenSnapshotRecord, 'source'> & { source: string }>(
        sql(
          `SELECT snapshot.number, repository_id AS repositoryId, shard, snapshot.id, commit_id AS "commit", generation, source,
             snapshot.created_at AS createdAt, snapshot.removed_at AS removedAt
           FROM snapshot JOIN repository ON repository.id = repository_id
           WHERE snapshot.removed_at IS NOT NULL AND emptied_at IS NULL ORDER BY snapshot.number`,
        ),
      );
      return rows.map((row) => ({ ...row, source: JSON.parse(row.source) as Source }));
    },
    async markEmptied(number) {
      await run(
        sql(
          'UPDATE snapshot SET emptied_at = ?2 WHERE number = ?1 AND removed_at IS NOT NULL',
          number,
          clock.now(),
        ),
      );
    },
    async listRemovedSnapshots(repositoryId) {
      const rows = await allRows<{ id: string; ref: string | null; commit_id: string; removed_at: number }>(
        sql(
          `SELECT id, ref, commit_id, removed_at FROM snapshot WHERE repository_id = ?1 AND removed_at IS NOT NULL
           ORDER BY removed_at DESC, number DESC LIMIT ${maxListedRemoved}`,
          repositoryId,
        ),
      );
      return rows.map((row): RemovedSnapshot => ({
        id: row.id,
        ref: row.ref ?? undefined,
        commit: row.commit_id,
        removedAt: row.removed_at,
      }));
    },
    addRebuild: (snapshotNumber, jobId) => addRebuild(sql, clock, { snapshotNumber, jobId }),
    listUnused: (since, protectedRepositories) =>
      allRows(
        sql(
          `SELECT id, shard FROM repository WHERE removed_at IS NULL AND coalesce(used_at, created_at) < ?1
             AND NOT (EXISTS (SELECT 1 FROM json_each(?2) WHERE value COLLATE NOCASE IN (name, popular_as)) AND source ->> 'kind' = 'github' AND owner = ?3)
             AND NOT EXISTS (SELECT 1 FROM snapshot AS fresh WHERE fresh.repository_id = repository.id AND fresh.created_at >= ?1)
           ORDER BY id`,
          since,
          JSON.stringify(protectedRepositories.names),
          protectedRepositories.owner,
        ),
      ),
    listLive: () =>
      allRows(
        sql(
          `SELECT id, max(coalesce(used_at, created_at),
             coalesce((SELECT max(created_at) FROM snapshot WHERE repository_id = repository.id), 0)) AS usedAt
           FROM repository WHERE source ->> 'kind' = 'live' AND removed_at IS NULL ORDER BY id`,
        ),
      ),
  };
}

/** Hides the snapshots if another one remains. If one of them is ready, a remaining one must be too. The update itself checks both. */
async function hideVersion(sql: Sql, clock: Clock, numbers: readonly number[]): Promise<readonly number[]> {
  const versionNumbers = 'SELECT value FROM json_each(?1)';
  const hidden = await allRows<{ number: number }>(
    sql(
      `UPDATE snapshot AS old SET removed_at = ?2
       WHERE number IN (${versionNumbers}) AND removed_at IS NULL AND NOT ${isBusy} AND EXISTS (
         SELECT 1 FROM snapshot AS remaining WHERE remaining.repository_id = old.repository_id
           AND remaining.removed_at IS NULL AND remaining.number NOT IN (${versionNumbers})
           AND (remaining.generation > 0 OR NOT EXISTS (SELECT 1 FROM snapshot WHERE number IN (${versionNumbers}) AND generation > 0)))
       RETURNING number`,
      JSON.stringify(numbers),
      clock.now(),
    ),
  );
  return hidden.map(({ number }) => number);
}

/** Uses a generation above every earlier one, including failed ones, whose rows may not be removed yet. */
async function addRebuild(
  sql: Sql,
  clock: Clock,
  { snapshotNumber, jobId }: { readonly snapshotNumber: number; readonly jobId: string },
): ReturnType<Catalog['addRebuild']> {
  await run(
    sql(
      `INSERT INTO job (id, snapshot_number, generation, stage, state, created_at)
       SELECT ?1, old.number, 1 + (SELECT max(generation) FROM job WHERE snapshot_number = old.number), 'fetch', 'running', ?2
       FROM snapshot AS old WHERE old.number = ?3 AND old.removed_at IS NULL AND old.generation > 0 AND NOT ${isBusy}`,
      jobId,
      clock.now(),
      snapshotNumber,
    ),
  );
  const row = await firstRow<JobRecord>(sql(`${jobQuery} WHERE job.id = ?1`, jobId));
  return row === undefined ? undefined : toJob(row);
}
