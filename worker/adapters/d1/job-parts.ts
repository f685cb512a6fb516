/** Stores the parts of jobs in the same database as the rows they write, so that one transaction covers both. */

import { stages, type Stage } from '../../core/repositories/repository.ts';
import { maxClockSkewMs } from '../../core/time.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  type JobParts,
  maxParkedMs,
  type PartKey,
  type PartLease,
  type StalePart,
} from '../../ports/job-parts.ts';
import { allRows, firstRow, run, runBatch, type IndexDatabases } from './sql/statements.ts';
import {
  finishPart,
  isHeldByCaller,
  lostMessageMs,
  isPart,
  partStatements,
  requireHeldPart,
  partParameters,
} from './jobs/part-statements.ts';
import { isParked, tallyParts } from './jobs/tally-parts.ts';

/** How long a part may go without a renewal before its worker is considered dead. */
const leaseMs = 10_000;
/** How many stale parts of each kind one check returns. The next check finds the rest. */
const maxStaleParts = 100;

interface StaleRecord {
  stage: Stage;
  part: number;
  attempts: number;
  error: string | null;
}

/** SQL condition: the worker of a running part is alive. A lease that ends after this range was written before the clock was set back. */
const isLive = (now: string): string => `lease_until BETWEEN ${now} AND ${now} + ${leaseMs + maxClockSkewMs}`;

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
             WHERE ${isPart} AND ((state = 'waiting' AND NOT ${isParked('?5', '?6')})
               OR (state = 'running' AND NOT ${isLive('?5')}))
             RETURNING attempts, claim, input`,
          )
          .bind(key.job, key.stage, key.part, now + leaseMs, now, now + maxParkedMs),
      );
      if (row === undefined) return undefined;
      return {
        part: key.part,
        attempts: row.attempts,
        claim: row.claim,
        input: JSON.parse(row.input) as Record<string, unknown>,
      };
    },
    async renew(lease, counts) {
      const statement = databases(lease.shard).prepare(
        `UPDATE job_part SET lease_until = ?5, counts = ?6 WHERE ${isHeldByCaller}`,
      );
      await run(statement.bind(...partParameters(lease), clock.now() + leaseMs, JSON.stringify(counts)));
    },
    async finish(lease, counts) {
      const database = databases(lease.shard);
      await runBatch(database, [
        requireHeldPart(database, lease),
        finishPart(database, lease, { counts, now: clock.now() }),
      ]);
    },
    async release(lease, error) {
      // The part waits from now on. If the queue loses its message, `stale` finds the part later.
      const statement = databases(lease.shard).prepare(
        `UPDATE job_part SET state = 'waiting', error = ?5, lease_until = ?6 WHERE ${isHeldByCaller} RETURNING part`,
      );
      return (await firstRow(statement.bind(...partParameters(lease), error, clock.now()))) !== undefined;
    },
    park: (lease, until, why) =>
      parkPart(databases(lease.shard), lease, {
        until: Math.min(until, clock.now() + maxParkedMs),
        why,
      }),
    restart: (job) => restartParts(databases(job.shard), job, clock.now()),
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
  const [deadParts, lostParts] = await Promise.all([
    allRows<StaleRecord>(
      database
        .prepare(
          `SELECT stage, part, attempts, error FROM job_part WHERE job = ?1 AND state = 'running' AND NOT ${isLive('?2')}
           ORDER BY stage, part LIMIT ${maxStaleParts}`,
        )
        .bind(job.id, now),
    ),
    // The same statement marks the message as sent, so that a message delayed in a long queue is not sent again at every check.
    allRows<StaleRecord>(
      database
        .prepare(
          `UPDATE job_part SET lease_until = ?2 WHERE (job, stage, part) IN (SELECT job, stage, part FROM job_part
             WHERE job = ?1 AND state = 'waiting'
               AND lease_until NOT BETWEEN ?3 AND iif(${isParked('?2', '?4')}, not_before, ?2)
             ORDER BY stage, part LIMIT ${maxStaleParts})
           RETURNING stage, part, attempts, error`,
        )
        .bind(job.id, now, now - lostMessageMs, now + maxParkedMs),
    ),
  ]);
  return [...deadParts, ...lostParts].map((row) => ({
    job: job.id,
    shard: job.shard,
    ...row,
    error: row.error ?? undefined,
  }));
}

/** Sets the lease so that the part becomes stale once `until` has passed. */
async function parkPart(
  database: D1Database,
  lease: PartLease,
  { until, why }: { readonly until: number; readonly why: string },
): Promise<boolean> {
  const statement = database.prepare(
    `UPDATE job_part SET state = 'waiting', attempts = attempts - 1, error = ?5, not_before = ?6, lease_until = ?7
     WHERE ${isHeldByCaller} RETURNING part`,
  );
  return (
    (await firstRow(statement.bind(...partParameters(lease), why, until, until - lostMessageMs))) !==
    undefined
  );
}

/** Restarts every unfinished part, except those whose worker still renews its lease. */
async function restartParts(
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
