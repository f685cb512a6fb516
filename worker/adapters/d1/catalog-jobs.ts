/** Jobs in the catalog database: which run, and how each ends. */

import type { Stage } from '../../core/repository.ts';
import type { Catalog, Job } from '../../ports/catalog.ts';
import type { Clock } from '../../ports/clock.ts';
import { firstRow, run, runBatch } from './statements.ts';

/** A statement with its values bound. */
export type Sql = (text: string, ...values: unknown[]) => D1PreparedStatement;

interface JobRecord {
  id: string;
  snapshot_number: number;
  repository_id: string;
  shard: number;
  generation: number;
  stage: Stage;
  state: Job['state'];
  created_at: number;
}

const jobQuery = `SELECT job.id, job.snapshot_number, snapshot.repository_id, repository.shard, job.generation, job.stage,
    job.state, job.created_at
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
          `${jobQuery} WHERE job.snapshot_number = ?1 ORDER BY job.generation DESC LIMIT 1`,
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
): Pick<Catalog, 'setStage' | 'describeSnapshot' | 'publish' | 'fail' | 'cancel'> {
  const unfinished = `id = ?1 AND state = 'running'`;
  const ofRunningJob = `number = ?1 AND EXISTS (SELECT 1 FROM job WHERE job.id = ?2 AND job.state = 'running')`;
  return {
    async setStage(job, stage, status) {
      await runBatch(database, [
        sql(`UPDATE snapshot SET status = ?3 WHERE ${ofRunningJob}`, job.snapshotNumber, job.id, status),
        sql(`UPDATE job SET stage = ?2 WHERE ${unfinished}`, job.id, stage),
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
             ready_at = ?7, progress = ?8 WHERE ${ofRunningJob}`,
          job.snapshotNumber,
          job.id,
          job.generation,
          JSON.stringify(facts.counts),
          JSON.stringify(facts.timings),
          facts.rowsWritten,
          now,
          JSON.stringify(facts.progress),
        ),
        sql(`UPDATE job SET state = 'done', finished_at = ?2 WHERE ${unfinished}`, job.id, now),
      ]);
    },
    async cancel(job) {
      await run(
        sql(`UPDATE job SET state = 'failed', finished_at = ?2 WHERE ${unfinished}`, job.id, clock.now()),
      );
    },
    async fail(job, failure, progress) {
      const error = JSON.stringify(failure);
      await runBatch(database, [
        // A snapshot that already serves a generation goes on serving it.
        sql(
          `UPDATE snapshot SET error = ?3, progress = ?4, status = CASE generation WHEN 0 THEN 'failed' ELSE 'ready' END
           WHERE ${ofRunningJob}`,
          job.snapshotNumber,
          job.id,
          error,
          JSON.stringify(progress),
        ),
        sql(`UPDATE job SET state = 'failed', finished_at = ?2 WHERE ${unfinished}`, job.id, clock.now()),
      ]);
    },
  };
}

function toJob(row: JobRecord): Job {
  return {
    id: row.id,
    snapshotNumber: row.snapshot_number,
    repositoryId: row.repository_id,
    shard: row.shard,
    generation: row.generation,
    stage: row.stage,
    state: row.state,
    createdAt: row.created_at,
  };
}
