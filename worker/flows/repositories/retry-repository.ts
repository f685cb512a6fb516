/**
 * Resumes a failed job where it stopped, or fetches the history again if only that failed. Every step may be interrupted or repeated: the
 * job is watched before it may run again, and one write to the catalog decides whether it does.
 */

import { AppError } from '../../core/errors.ts';
import { stageStatuses, type Status } from '../../core/repositories/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Job } from '../../ports/catalog.ts';
import { beginHostHistoryAgain } from '../host-history/begin-host-history.ts';
import { advanceJob } from '../indexing/run-job.ts';
import type { Services } from '../services.ts';
import { requirePermission } from '../identity/require-permission.ts';

/** @throws AppError `repository_not_found` | `nothing_to_retry` (it is running, ready, or no longer retained) */
export async function retryRepository(
  services: Services,
  viewer: Viewer,
  id: string,
): Promise<{ id: string; snapshotId: string; status: Status }> {
  const { catalog, jobParts, jobQueue } = services;
  const found = await catalog.getRepository(viewer, id);
  const repository = requirePermission(viewer, 'index', { id, repository: found });
  const [snapshot] = await catalog.listSnapshots([id]);
  if (snapshot === undefined)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
  const job = await catalog.latestJob(snapshot.number);
  if (job?.state === 'done' && (await beginHostHistoryAgain(services, { repository, snapshot })))
    return { id, snapshotId: snapshot.id, status: snapshot.status };
  if (job?.state === 'running' && (await wakeStalled(services, job)))
    return { id, snapshotId: snapshot.id, status: snapshot.status };
  const problem = findRetryProblem(job, services.clock.now());
  if (job === undefined || problem !== undefined)
    throw new AppError('nothing_to_retry', problem ?? notRetainedProblem);
  await jobQueue.watch({ id: job.id, shard: job.shard });
  const waiting = await jobParts.restart({ id: job.id, shard: job.shard });
  if (!(await catalog.resume(job))) throw await explainLostResume(services, job);
  await advanceJob(services, job);
  await jobQueue.wake(waiting);
  return { id, snapshotId: snapshot.id, status: stageStatuses[job.stage] };
}

/** Wakes stalled parts of a running job and sets its alarm again, since both may be lost when the clock is set back. */
async function wakeStalled({ jobParts, jobQueue }: Services, { id, shard }: Job): Promise<boolean> {
  const stale = await jobParts.stale({ id, shard });
  if (stale.length === 0) return false;
  await jobQueue.watch({ id, shard });
  await jobQueue.wake(stale.map(({ job, shard, stage, part }) => ({ job, shard, stage, part })));
  return true;
}

const runningProblem = 'The repository is still being indexed.';
const notRetainedProblem = 'The failed job is no longer stored. Index the repository again.';

/** Returns why a job cannot be resumed; undefined if it can. */
function findRetryProblem(job: Job | undefined, now: number): string | undefined {
  if (job?.state === 'running') return runningProblem;
  if (job?.state === 'done') return 'The repository is ready: its indexing did not fail.';
  return job?.resumableUntil !== undefined && job.resumableUntil > now ? undefined : notRetainedProblem;
}

/** Explains that in the meantime another request resumed or removed the job, or its retention ended. */
async function explainLostResume(services: Services, job: Job): Promise<AppError> {
  const current = await services.catalog.getJob(job.id);
  return new AppError('nothing_to_retry', current?.state === 'running' ? runningProblem : notRetainedProblem);
}
