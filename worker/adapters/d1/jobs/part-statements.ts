/** Creates SQL statements for the parts of a job. Other stores run them in the same transaction as the rows that the part writes. */

import type { Counts, Stage } from '../../../core/repositories/repository.ts';
import type { PartKey, PartLease } from '../../../ports/job-parts.ts';
import { run, createSlicedStatements } from '../sql/statements.ts';

/** How long the message of a waiting part may be in transit before it is sent again. */
export const lostMessageMs = 15_000;
/** SQL condition: the row is part `?3` of stage `?2` of job `?1`. */
export const isPart = 'job = ?1 AND stage = ?2 AND part = ?3';
/** SQL condition: the caller still holds the part's lease. False after the next claim, and once the part is done or released. */
export const isHeldByCaller = `${isPart} AND claim = ?4 AND state = 'running'`;

/** Adds parts in state `waiting`. Each row is [part, input as JSON]. */
export function partStatements(
  database: D1Database,
  stage: { job: string; stage: Stage; now: number },
  rows: readonly (readonly unknown[])[],
): D1PreparedStatement[] {
  return createSlicedStatements(
    database,
    `INSERT OR IGNORE INTO job_part (job, stage, part, state, input, lease_until)
     SELECT ?2, ?3, value ->> 0, 'waiting', value ->> 1, ?4 FROM json_each(?1)`,
    rows,
    [stage.job, stage.stage, stage.now],
  );
}

export function partParameters(lease: PartLease): [string, Stage, number, number] {
  return [lease.job, lease.stage, lease.part, lease.claim];
}

/** Parks a part that nobody has claimed yet. */
export function parkWaiting(
  database: D1Database,
  { job, stage, part }: Omit<PartKey, 'shard'>,
  { until, why }: { readonly until: number; readonly why: string },
): D1PreparedStatement {
  return database
    .prepare(
      `UPDATE job_part SET error = ?4, not_before = ?5, lease_until = ?6 WHERE ${isPart} AND state = 'waiting'`,
    )
    .bind(job, stage, part, why, until, until - lostMessageMs);
}

/**
 * Returns the first statement of a part's transaction. It aborts the transaction if the caller no longer holds the lease: `json()` fails on
 * text that is not JSON. A late worker therefore leaves no orphaned rows, and does not finish a part that another worker has restarted.
 */
export function requireHeldPart(database: D1Database, lease: PartLease): D1PreparedStatement {
  return database
    .prepare(
      `SELECT json(iif(EXISTS (SELECT 1 FROM job_part WHERE ${isHeldByCaller}), '1', 'another worker took over this part'))`,
    )
    .bind(...partParameters(lease));
}

/** Returns the last statement of a part's transaction, which marks the part as done. */
export function finishPart(
  database: D1Database,
  lease: PartLease,
  outcome: { counts: Partial<Counts>; now: number },
): D1PreparedStatement {
  return database
    .prepare(
      `UPDATE job_part SET state = 'done', counts = ?5, finished_at = ?6, error = NULL WHERE ${isHeldByCaller}`,
    )
    .bind(...partParameters(lease), JSON.stringify(outcome.counts), outcome.now);
}

/** Records how many rows a part's transaction wrote. The number is known only afterwards, so a crash in between leaves it too low. */
export async function recordRowsWritten(database: D1Database, key: PartKey, rows: number): Promise<void> {
  await run(
    database
      .prepare(`UPDATE job_part SET rows_written = ?4 WHERE ${isPart}`)
      .bind(key.job, key.stage, key.part, rows),
  );
}
