/** Watches a job from an alarm: wakes stalled parts, fails a job after too many attempts, and removes the data of an ended job. */

import type { Job } from '../../ports/catalog.ts';
import { beginHostHistory } from '../host-history/begin-host-history.ts';
import { hideReplacedSnapshots, liveExpiryMs } from '../repositories/expire-versions.ts';
import { removeEarlierGenerations } from '../repositories/remove-snapshot.ts';
import { discardFailedJob } from './clean-up-job.ts';
import { createAttemptsSpentError, failJob, maxAttempts } from './fail-job.ts';
import { advanceJob } from './run-job.ts';
import type { Services } from '../services.ts';

/** Time between two sweeps of a running job. */
export const sweepEveryMs = 3_000;

/** Time until reads of the previous generation have ended: a request of a Worker takes at most five minutes of CPU. */
const readsOverMs = 600_000;

/** @returns the milliseconds until the next sweep; undefined if nothing is left to watch */
export async function sweepJob(services: Services, jobId: string): Promise<number | undefined> {
  const job = await services.catalog.getJob(jobId);
  if (job === undefined) return undefined;
  if (job.state !== 'running') return sweepEndedJob(services, job);
  await advanceJob(services, job);
  const stale = await services.jobParts.stale({ id: job.id, shard: job.shard });
  const spentPart = stale.find((part) => part.attempts >= maxAttempts);
  if (spentPart !== undefined) {
    const last = spentPart.error ?? 'it was interrupted each time';
    await failJob(services, job, createAttemptsSpentError(spentPart, last));
    return sweepEveryMs;
  }
  await services.jobQueue.wake(stale.map(({ job, shard, stage, part }) => ({ job, shard, stage, part })));
  return sweepEveryMs;
}

/** Watches a failed job until its retention ends, and a finished job until everything that it replaced is removed. */
async function sweepEndedJob(services: Services, job: Job): Promise<number | undefined> {
  const leftMs = (job.resumableUntil ?? 0) - services.clock.now();
  if (leftMs > 0) return leftMs;
  await discardFailedJob(services, job);
  if (job.state !== 'done') return undefined;
  // The publish part may have stopped before it started the history.
  await beginHostHistory(services, job);
  const liveMs = await liveExpiryMs(services, job.repositoryId);
  const nextMs = minDefined(await hideReplacedSnapshots(services, job.repositoryId), liveMs);
  if (job.generation === 1) return nextMs;
  const snapshot = await services.catalog.getSnapshot(job.snapshotNumber);
  const readsLeftMs = (snapshot?.readyAt ?? 0) + readsOverMs - services.clock.now();
  if (readsLeftMs > 0) return Math.min(readsLeftMs, nextMs ?? readsLeftMs);
  await removeEarlierGenerations(services, { ...job, number: job.snapshotNumber });
  return nextMs;
}

function minDefined(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}
