/** Stores the jobs that fetch history, one row per job, in the database of the rows that they write. */

import { AppError } from '../../core/errors.ts';
import type { Progress } from '../../core/repositories/repository.ts';
import { maxClockSkewMs } from '../../core/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  LeasedHistoryJob,
  HistoryInput,
  HistoryJob,
  HistoryJobs,
  HistoryStep,
} from '../../ports/history-jobs.ts';
import { maxParkedMs } from '../../ports/job-parts.ts';
import { firstRow, run, type IndexDatabases } from './sql/statements.ts';

/** How long a page may go without a renewal before its worker is considered dead. */
const leaseMs = 15_000;

const columns = `id, repository, snapshot, generation, input, step, progress, notes, state, attempts, claim, not_before, waiting, error,
  created_at`;
const isHeldByCaller = `id = ?1 AND claim = ?2 AND state = 'running'`;
const firstStep: HistoryStep = { stage: 'commits', cursor: undefined, done: 0 };

interface JobRecord {
  id: string;
  repository: string;
  snapshot: number;
  generation: number;
  input: string;
  step: string;
  progress: string;
  notes: string;
  state: HistoryJob['state'];
  attempts: number;
  claim: number;
  not_before: number;
  waiting: string | null;
  error: string | null;
  created_at: number;
}

type Read = (shard: number, sql: string, ...values: unknown[]) => Promise<LeasedHistoryJob | undefined>;

export function createD1HistoryJobs(databases: IndexDatabases, clock: Clock): HistoryJobs {
  const read: Read = async (shard, sql, ...values) => {
    const row = await firstRow<JobRecord>(
      databases(shard)
        .prepare(sql)
        .bind(...values),
    );
    return row === undefined ? undefined : toJob(row, shard, clock.now());
  };
  return {
    ...jobReads(read),
    ...pageWrites(databases, clock),
    async begin({ id, shard, key, input }) {
      const values = [
        id,
        key.repository,
        key.snapshot,
        key.generation,
        JSON.stringify(input),
        JSON.stringify(firstStep),
      ];
      const row = await firstRow(
        databases(shard)
          .prepare(
            `INSERT OR IGNORE INTO history_job (id, repository, snapshot, generation, input, step, state, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'running', ?7) RETURNING id`,
          )
          .bind(...values, clock.now()),
      );
      return row !== undefined;
    },
    claim: ({ id, shard }) =>
      read(
        shard,
        `UPDATE history_job SET claim = claim + 1, attempts = attempts + 1, not_before = ?3, waiting = NULL
         WHERE id = ?1 AND state = 'running'
           AND NOT (not_before > ?2 AND not_before <= iif(waiting IS NULL, ?3 + ${maxClockSkewMs}, ?4)) RETURNING ${columns}`,
        id,
        clock.now(),
        clock.now() + leaseMs,
        clock.now() + maxParkedMs,
      ),
    remove: ({ shard, snapshot }) =>
      run(databases(shard).prepare('DELETE FROM history_job WHERE snapshot = ?1').bind(snapshot)),
    removeRepository: ({ shard, repository }) =>
      run(databases(shard).prepare('DELETE FROM history_job WHERE repository = ?1').bind(repository)),
  };
}

function jobReads(read: Read): Pick<HistoryJobs, 'get' | 'findByVersion' | 'lastDone'> {
  const select = `SELECT ${columns} FROM history_job`;
  return {
    get: ({ id, shard }) => read(shard, `${select} WHERE id = ?1`, id),
    findByVersion: ({ shard, snapshot }) =>
      read(shard, `${select} WHERE snapshot = ?1 ORDER BY generation DESC, rowid DESC LIMIT 1`, snapshot),
    lastDone: ({ shard, repository }) =>
      read(
        shard,
        `${select} WHERE repository = ?1 AND (state = 'done' OR (state = 'failed' AND step ->> 'without' IS NOT NULL))
         ORDER BY created_at DESC, rowid DESC LIMIT 1`,
        repository,
      ),
  };
}

/** Writes that take effect only while the caller holds the lease of the page. */
function pageWrites(
  databases: IndexDatabases,
  clock: Clock,
): Pick<HistoryJobs, 'renew' | 'advance' | 'release' | 'yield' | 'end'> {
  const parkedUntil = (waiting: HistoryJob['waiting']): number | undefined =>
    waiting && Math.min(waiting.until, clock.now() + maxParkedMs);
  const write = (job: LeasedHistoryJob, sql: string, ...values: unknown[]): D1PreparedStatement =>
    databases(job.shard)
      .prepare(`UPDATE history_job SET ${sql} WHERE ${isHeldByCaller} RETURNING id`)
      .bind(job.id, job.claim, ...values);
  return {
    renew: (job) => run(write(job, 'not_before = ?3', clock.now() + leaseMs)),
    async advance(job, { step, progress, notes, waiting }) {
      const row = await firstRow(
        write(
          job,
          'step = ?3, progress = ?4, notes = ?5, attempts = ?6, not_before = ?7, waiting = ?8, error = NULL',
          JSON.stringify(step),
          JSON.stringify(progress),
          JSON.stringify(notes),
          // The caller continues with the next page, its first attempt. A page that waits has had no attempt.
          waiting === undefined ? 1 : 0,
          parkedUntil(waiting) ?? clock.now() + leaseMs,
          waiting?.why ?? null,
        ),
      );
      if (row === undefined) throw new AppError('storage_unavailable', 'Another worker took over this page.');
    },
    release(job, { waiting: { until, why }, error }) {
      const refundedAttempts = error === undefined ? 1 : 0;
      return run(
        write(
          job,
          'attempts = attempts - ?3, not_before = ?4, waiting = ?5, error = coalesce(?6, error)',
          refundedAttempts,
          parkedUntil({ until, why }),
          why,
          error ?? null,
        ),
      );
    },
    yield: (job) => run(write(job, 'attempts = 0, not_before = 0')),
    end: (job, { step, progress, notes, error }) =>
      run(
        write(
          job,
          'state = ?3, step = ?4, progress = ?5, notes = ?6, error = ?7, finished_at = ?8, waiting = NULL',
          error === undefined ? 'done' : 'failed',
          JSON.stringify(step),
          JSON.stringify(progress),
          JSON.stringify(notes),
          error ?? null,
          clock.now(),
        ),
      ),
  };
}

function toJob(row: JobRecord, shard: number, now: number): LeasedHistoryJob {
  const input = JSON.parse(row.input) as HistoryInput;
  const step = JSON.parse(row.step) as HistoryStep;
  return {
    id: row.id,
    shard,
    key: { shard, repository: row.repository, snapshot: row.snapshot, generation: row.generation },
    // JSON omits undefined fields, which the type requires.
    input: { ...input, since: input.since, changedSince: input.changedSince, earlier: input.earlier },
    step: { ...step, cursor: step.cursor },
    progress: JSON.parse(row.progress) as Progress,
    notes: JSON.parse(row.notes) as string[],
    state: row.state,
    attempts: row.attempts,
    claim: row.claim,
    // An end beyond the longest wait was written before the clock was set back, so the wait is over.
    waiting:
      row.waiting === null || row.not_before > now + maxParkedMs
        ? undefined
        : { until: row.not_before, why: row.waiting },
    error: row.error ?? undefined,
    createdAt: row.created_at,
  };
}
