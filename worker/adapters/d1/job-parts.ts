/** The parts of jobs, beside the rows they write. */

import { stages, type Counts, type Stage } from '../../core/repository.ts';
import { clockSlackMs } from '../../core/clock-slack.ts';
import type { Clock } from '../../ports/clock.ts';
import { longestParkedMs, type HeldPart, type JobParts, type StalePart } from '../../ports/job-parts.ts';
import type { PartKey } from '../../ports/job-queue.ts';
import { allRows, firstRow, run, runBatch, statementsOver, type IndexDatabases } from './statements.ts';
import { isParked, tallyParts } from './tally-parts.ts';

/** How long a part may be silent before it is taken for dead; long parts renew. */
const leaseMs = 10_000;
/** How long a waiting part's message may be on its way before it is sent again. */
const lostMessageMs = 15_000;
/** Parts woken at one look; the next look finds the others. */
const staleAtOnce = 100;

interface StaleRecord {
  stage: Stage;
  part: number;
  attempts: number;
  error: string | null;
}

const ofPart = 'job = ?1 AND stage = ?2 AND part = ?3';
/** Whether a running part's worker is alive; `now` is a parameter. A lease that ends later was written before the clock was set back. */
const isLive = (now: string): string => `lease_until BETWEEN ${now} AND ${now} + ${leaseMs + clockSlackMs}`;
/** Ends at the next claim, and when the part is done or given back. */
const heldPart = `${ofPart} AND claim = ?4 AND state = 'running'`;

export function createD1JobParts(databases: IndexDatabases, clock: Clock): JobParts {
  return {
    async add(job, stage, parts) {
      const database = databases(job.shard);
      const rows = parts.map((part) => [part.part, JSON.stringify(part.input)]);
      await runBatch(database, partStatements(database, { job: job.id, stage, now: clock.now() }, rows));
    },
    async claim(key) {
      const now = clock.now();
      const row = await firstRow<{ attempts: number; claim: number; input: string }>(
        databases(key.shard)
          .prepare(
            `UPDATE job_part SET state = 'running', attempts = attempts + 1, claim = claim + 1, lease_until = ?4,
               started_at = coalesce(started_at, ?5)
             WHERE ${ofPart} AND ((state = 'waiting' AND NOT ${isParked('?5', '?6')})
               OR (state = 'running' AND NOT ${isLive('?5')}))
             RETURNING attempts, claim, input`,
          )
          .bind(key.job, key.stage, key.part, now + leaseMs, now, now + longestParkedMs),
      );
      if (row === undefined) return undefined;
      return {
        part: key.part,
        attempts: row.attempts,
        claim: row.claim,
        input: JSON.parse(row.input) as Record<string, unknown>,
      };
    },
    async renew(held, counts) {
      const statement = databases(held.shard).prepare(
        `UPDATE job_part SET lease_until = ?5, counts = ?6 WHERE ${heldPart}`,
      );
      await run(statement.bind(...valuesOf(held), clock.now() + leaseMs, JSON.stringify(counts)));
    },
    async finish(held, counts) {
      const database = databases(held.shard);
      await runBatch(database, [
        requireHeld(database, held),
        finishPart(database, held, { counts, now: clock.now() }),
      ]);
    },
    async release(held, error) {
      // From now on it waits: if no message comes for it, it is found stale.
      const statement = databases(held.shard).prepare(
        `UPDATE job_part SET state = 'waiting', error = ?5, lease_until = ?6 WHERE ${heldPart} RETURNING part`,
      );
      return (await firstRow(statement.bind(...valuesOf(held), error, clock.now()))) !== undefined;
    },
    park: (held, until, why) =>
      park(databases(held.shard), held, { until: Math.min(until, clock.now() + longestParkedMs), why }),
    restart: (job) => restart(databases(job.shard), job, clock.now()),
    tally: (job) => tallyParts(databases(job.shard), job.id, clock.now()),
    stale: (job) => findStale(databases(job.shard), job, clock.now()),
    async remove(job) {
      await run(databases(job.shard).prepare('DELETE FROM job_part WHERE job = ?1').bind(job.id));
    },
  };
}

async function findStale(
  database: D1Database,
  job: { id: string; shard: number },
  now: number,
): Promise<readonly StalePart[]> {
  const [dead, lost] = await Promise.all([
    allRows<StaleRecord>(
      database
        .prepare(
          `SELECT stage, part, attempts, error FROM job_part WHERE job = ?1 AND state = 'running' AND NOT ${isLive('?2')}
           ORDER BY stage, part LIMIT ${staleAtOnce}`,
        )
        .bind(job.id, now),
    ),
    // Marked as sent in the same statement: a message behind a long queue is not sent again at every look.
    allRows<StaleRecord>(
      database
        .prepare(
          `UPDATE job_part SET lease_until = ?2 WHERE (job, stage, part) IN (SELECT job, stage, part FROM job_part
             WHERE job = ?1 AND state = 'waiting'
               AND lease_until NOT BETWEEN ?3 AND iif(${isParked('?2', '?4')}, not_before, ?2)
             ORDER BY stage, part LIMIT ${staleAtOnce})
           RETURNING stage, part, attempts, error`,
        )
        .bind(job.id, now, now - lostMessageMs, now + longestParkedMs),
    ),
  ]);
  return [...dead, ...lost].map((row) => ({
    job: job.id,
    shard: job.shard,
    ...row,
    error: row.error ?? undefined,
  }));
}

/** Adds parts in state waiting. `rows` are [part, input as JSON]. */
export function partStatements(
  database: D1Database,
  stage: { job: string; stage: Stage; now: number },
  rows: readonly (readonly unknown[])[],
): D1PreparedStatement[] {
  return statementsOver(
    database,
    `INSERT OR IGNORE INTO job_part (job, stage, part, state, input, lease_until)
     SELECT ?2, ?3, value ->> 0, 'waiting', value ->> 1, ?4 FROM json_each(?1)`,
    rows,
    [stage.job, stage.stage, stage.now],
  );
}

function valuesOf(held: HeldPart): [string, Stage, number, number] {
  return [held.job, held.stage, held.part, held.claim];
}

/** Its lease is set so that it is found stale when the time has come. */
async function park(
  database: D1Database,
  held: HeldPart,
  { until, why }: { readonly until: number; readonly why: string },
): Promise<boolean> {
  const statement = database.prepare(
    `UPDATE job_part SET state = 'waiting', attempts = attempts - 1, error = ?5, not_before = ?6, lease_until = ?7
     WHERE ${heldPart} RETURNING part`,
  );
  return (await firstRow(statement.bind(...valuesOf(held), why, until, until - lostMessageMs))) !== undefined;
}

/** The same of a part that nobody has taken yet. */
export function parkWaiting(
  database: D1Database,
  { job, stage, part }: Omit<PartKey, 'shard'>,
  { until, why }: { readonly until: number; readonly why: string },
): D1PreparedStatement {
  return database
    .prepare(
      `UPDATE job_part SET error = ?4, not_before = ?5, lease_until = ?6 WHERE ${ofPart} AND state = 'waiting'`,
    )
    .bind(job, stage, part, why, until, until - lostMessageMs);
}

/** A part whose worker still renews its lease is left to it. */
async function restart(
  database: D1Database,
  job: { id: string; shard: number },
  now: number,
): Promise<readonly PartKey[]> {
  const isAlive = `state = 'running' AND ${isLive('?2')}`;
  const rows = await allRows<{ stage: Stage; part: number; state: string }>(
    database
      .prepare(
        `UPDATE job_part SET attempts = 0, error = NULL, state = iif(${isAlive}, state, 'waiting'),
           not_before = 0, lease_until = iif(${isAlive}, lease_until, ?2) WHERE job = ?1 AND state <> 'done' RETURNING stage, part, state`,
      )
      .bind(job.id, now),
  );
  return rows
    .filter((row) => row.state === 'waiting')
    .map(({ stage, part }) => ({ job: job.id, shard: job.shard, stage, part }))
    .toSorted((a, b) => stages.indexOf(a.stage) - stages.indexOf(b.stage) || a.part - b.part);
}

/**
 * The first statement of a part's transaction: fails it when the part is no longer held. So a worker that was late leaves no
 * rows nobody knows of, and does not end what another has begun anew. `json` of a sentence is an error.
 */
export function requireHeld(database: D1Database, held: HeldPart): D1PreparedStatement {
  return database
    .prepare(
      `SELECT json(iif(EXISTS (SELECT 1 FROM job_part WHERE ${heldPart}), '1', 'the part was taken from it meanwhile'))`,
    )
    .bind(...valuesOf(held));
}

/** The last statement of a part's transaction. */
export function finishPart(
  database: D1Database,
  held: HeldPart,
  outcome: { counts: Partial<Counts>; now: number },
): D1PreparedStatement {
  return database
    .prepare(
      `UPDATE job_part SET state = 'done', counts = ?5, finished_at = ?6, error = NULL WHERE ${heldPart}`,
    )
    .bind(...valuesOf(held), JSON.stringify(outcome.counts), outcome.now);
}

/** Books what a part's transaction wrote; known only after it, so a crash between the two under-reports and no more. */
export async function bookRowsWritten(database: D1Database, key: PartKey, rows: number): Promise<void> {
  await run(
    database
      .prepare(`UPDATE job_part SET rows_written = ?4 WHERE ${ofPart}`)
      .bind(key.job, key.stage, key.part, rows),
  );
}
