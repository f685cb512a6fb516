/**
 * Takes up a failed indexing where it stopped: parts that are done stay done; where only the past could not be fetched, that. Every step may be cut off or done twice: the job
 * is watched before it may run again, and one write of the catalog decides whether it does.
 */

import { AppError } from '../../core/errors.ts';
import { statusOfStage, type Status } from '../../core/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Job } from '../../ports/catalog.ts';
import { beginHostHistoryAgain } from '../host-history/begin-host-history.ts';
import { advanceJob } from '../indexing/run-job.ts';
import type { Services } from '../services.ts';

/** @throws AppError `repository_not_found` | `nothing_to_retry` (it runs, it is ready, or nothing of it is kept) */
export async function retryRepository(
  services: Services,
  viewer: Viewer,
  id: string,
): Promise<{ id: string; snapshotId: string; status: Status }> {
  const { catalog, jobParts, jobQueue } = services;
  const repository = await catalog.getRepository(viewer, id);
  const [snapshot] = await catalog.listSnapshots([id]);
  // What is public may be read by everyone and taken up again by its owner alone.
  if (repository?.owner !== viewer.id || snapshot === undefined)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
  const job = await catalog.latestJob(snapshot.number);
  if (job?.state === 'done' && (await beginHostHistoryAgain(services, { repository, snapshot })))
    return { id, snapshotId: snapshot.id, status: snapshot.status };
  if (job?.state === 'running' && (await wakeStalled(services, job)))
    return { id, snapshotId: snapshot.id, status: snapshot.status };
  const refusal = refusalOf(job, services.clock.now());
  if (job === undefined || refusal !== undefined)
    throw new AppError('nothing_to_retry', refusal ?? nothingKept);
  await jobQueue.watch({ id: job.id, shard: job.shard });
  const waiting = await jobParts.restart({ id: job.id, shard: job.shard });
  if (!(await catalog.resume(job))) throw await lostTo(services, job);
  await advanceJob(services, job);
  await jobQueue.wake(waiting);
  return { id, snapshotId: snapshot.id, status: statusOfStage[job.stage] };
}

/** Wakes parts of a running job that nobody works on, and sets its alarm anew: either may be lost where the clock was set back. */
async function wakeStalled({ jobParts, jobQueue }: Services, { id, shard }: Job): Promise<boolean> {
  const stale = await jobParts.stale({ id, shard });
  if (stale.length === 0) return false;
  await jobQueue.watch({ id, shard });
  await jobQueue.wake(stale.map(({ job, shard, stage, part }) => ({ job, shard, stage, part })));
  return true;
}

const isRunning = 'Its indexing is running.';
const nothingKept = 'Nothing is kept of its indexing.';

/** Why a job cannot be taken up again; undefined when it can. */
function refusalOf(job: Job | undefined, now: number): string | undefined {
  if (job?.state === 'running') return isRunning;
  if (job?.state === 'done') return 'Its indexing did not fail: it is ready.';
  return job?.keptUntil !== undefined && job.keptUntil > now ? undefined : nothingKept;
}

/** Somebody else took it up, removed it, or its time ran out, while we were about to. */
async function lostTo(services: Services, job: Job): Promise<AppError> {
  const current = await services.catalog.getJob(job.id);
  return new AppError('nothing_to_retry', current?.state === 'running' ? isRunning : nothingKept);
}
