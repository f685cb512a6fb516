/** Queries for indexing jobs in the catalog database: which are running, and how each one ended. */

import { contentScopeOf } from '../../../core/repositories/content-scope.ts';
import { stageStatuses, type Repository, type Stage } from '../../../core/repositories/repository.ts';
import type { Catalog, Job } from '../../../ports/catalog.ts';
import type { Clock } from '../../../ports/clock.ts';
import { firstRow, run, runBatch } from '../sql/statements.ts';
import { toAccess } from './records.ts';

/** Prepares a statement and binds its values. */
export type Sql = (text: string, ...values: unknown[]) => D1PreparedStatement;

export interface JobRecord {
  id: string;
  snapshot_number: number;
  repository_id: string;
  shard: number;
  owner: string;
  visibility: Repository['visibility'];
  access_checked_at: number | null;
  access_lost_at: number | null;
  generation: number;
  stage: Stage;
  state: Job['state'];
  created_at: number;
  kept_until: number | null;
  paused: string;
  key_id: string | null;
}

export const jobQuery = `SELECT job.id, job.snapshot_number, snapshot.repository_id, repository.shard, repository.owner, repository.visibility,
    repository.access_checked_at, repository.access_lost_at, job.generation, job.stage, job.state, job.created_at, job.kept_until, job.paused, job.key_id
  FROM job JOIN snapshot ON snapshot.number = job.snapshot_number JOIN repository ON repository.id = snapshot.repository_id`;

export function jobReads(sql: Sql): Pick<Catalog, 'getJob' | 'latestJob'> {
  return {
    async getJob(id) {
      const row = await firstRow<JobRecord>(sql(`${jobQuery} WHERE job.id = ?1`, id));
      return row === undefined ? undefined : toJob(row);
    },
    async latestJob(snapshotNumber) {
      const row = await firstRow<JobRecord>(
        sql(
          `${jobQuery} WHERE job.snapshot_number = ?1 AND job.kind = 'index' ORDER BY job.generation DESC LIMIT 1`,
          snapshotNumber,
        ),
      );
      return row === undefined ? undefined : toJob(row);
    },
  };
}

export function jobWrites(
  database: D1Database,
  sql: Sql,
  clock: Clock,
): Pick<Catalog, 'setStage' | 'describeSnapshot' | 'publish' | 'fail' | 'cancel'> &
  ReturnType<typeof resumableJobWrites> {
  const isUnfinished = `id = ?1 AND state = 'running'`;
  const isOfRunningJob = `number = ?1 AND EXISTS (SELECT 1 FROM job WHERE job.id = ?2 AND job.state = 'running')`;
  return {
    async setStage(job, stage, status) {
      await runBatch(database, [
        sql(`UPDATE snapshot SET status = ?3 WHERE ${isOfRunningJob}`, job.snapshotNumber, job.id, status),
        sql(`UPDATE job SET stage = ?2 WHERE ${isUnfinished}`, job.id, stage),
      ]);
    },
    async describeSnapshot(number, facts) {
      await run(
        sql(
          'UPDATE snapshot SET commit_id = ?2, wrapper_folder = ?3 WHERE number = ?1',
          number,
          facts.commit,
          facts.wrapperFolder ?? null,
        ),
      );
    },
    async publish(job, facts) {
      const now = clock.now();
      await runBatch(database, [
        sql(
          `UPDATE snapshot SET generation = ?3, status = 'ready', counts = ?4, timings = ?5, rows_written = ?6, error = NULL,
             ready_at = ?7, progress = ?8 WHERE ${isOfRunningJob}`,
          job.snapshotNumber,
          job.id,
          job.generation,
          JSON.stringify(facts.counts),
          JSON.stringify(facts.timings),
          facts.rowsWritten,
          now,
          JSON.stringify(facts.progress),
        ),
        sql(`UPDATE job SET state = 'done', finished_at = ?2 WHERE ${isUnfinished}`, job.id, now),
      ]);
    },
    ...resumableJobWrites(database, sql, clock),
    async cancel(job) {
      await run(
        sql(
          `UPDATE job SET state = 'failed', finished_at = coalesce(finished_at, ?2), kept_until = NULL
           WHERE id = ?1 AND state <> 'done'`,
          job.id,
          clock.now(),
        ),
      );
    },
    async fail(job, failure, { progress, resumableUntil }) {
      const error = JSON.stringify(failure);
      await runBatch(database, [
        // A snapshot that already serves a generation keeps serving it.
        sql(
          `UPDATE snapshot SET error = ?3, progress = ?4, status = CASE generation WHEN 0 THEN 'failed' ELSE 'ready' END
           WHERE ${isOfRunningJob}`,
          job.snapshotNumber,
          job.id,
          error,
          JSON.stringify(progress),
        ),
        sql(
          `UPDATE job SET state = 'failed', finished_at = ?2, kept_until = ?3 WHERE ${isUnfinished}`,
          job.id,
          clock.now(),
          resumableUntil ?? null,
        ),
      ]);
    },
  };
}

/** Resumes a failed job, or ends the period in which it can be resumed. One transaction checks and updates, so only one caller can resume it. */
function resumableJobWrites(
  database: D1Database,
  sql: Sql,
  clock: Clock,
): Pick<Catalog, 'resume' | 'markNotResumable'> {
  const isResumable = `job.id = ?1 AND job.state = 'failed' AND job.kept_until > ?2 AND EXISTS (SELECT 1 FROM snapshot JOIN repository
    ON repository.id = snapshot.repository_id WHERE snapshot.number = job.snapshot_number AND repository.removed_at IS NULL
      AND snapshot.removed_at IS NULL)`;
  return {
    async resume(job) {
      const [now, status] = [clock.now(), stageStatuses[job.stage]];
      const written = await runBatch(database, [
        sql(
          `UPDATE snapshot SET status = ?3, error = NULL WHERE number = (SELECT job.snapshot_number FROM job WHERE ${isResumable})`,
          job.id,
          now,
          status,
        ),
        sql(
          `UPDATE job SET state = 'running', finished_at = NULL, kept_until = NULL,
             paused = json_set(paused, '$.' || stage, coalesce(paused ->> stage, 0) + ?2 - finished_at) WHERE ${isResumable}`,
          job.id,
          now,
        ),
      ]);
      return written > 0;
    },
    async markNotResumable(job) {
      await run(sql(`UPDATE job SET kept_until = NULL WHERE id = ?1 AND state = 'failed'`, job.id));
    },
  };
}

export function toJob(row: JobRecord): Job {
  return {
    id: row.id,
    snapshotNumber: row.snapshot_number,
    repositoryId: row.repository_id,
    shard: row.shard,
    contentScope: contentScopeOf({ owner: row.owner, visibility: row.visibility, access: toAccess(row) }),
    generation: row.generation,
    stage: row.stage,
    state: row.state,
    createdAt: row.created_at,
    keyId: row.key_id ?? undefined,
    resumableUntil: row.kept_until ?? undefined,
    pausedMs: JSON.parse(row.paused) as Partial<Record<Stage, number>>,
  };
}
