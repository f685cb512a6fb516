/**
 * One object per job, whose alarm supervises it. It wakes parts without a worker, deletes a failed job's data when its retention ends, and
 * deletes what a completed job's snapshot has replaced. One additional object supervises background deletion. Alarms survive a crash; the
 * messages of a local queue do not.
 */

import { DurableObject } from 'cloudflare:workers';
import { removeInBackground } from '../flows/repositories/remove-in-background.ts';
import { hideUnusedRepositories } from '../flows/repositories/expire-versions.ts';
import { wakeRemovals, maxWriteMs } from '../flows/repositories/remove-repository.ts';
import { sweepEveryMs, sweepJob } from '../flows/indexing/sweep-job.ts';
import { abandonUpload } from '../flows/indexing/receive-upload.ts';
import { startWaitingPushes } from '../flows/github/start-waiting-pushes.ts';
import { sweepHostHistory } from '../flows/host-history/run-host-history.ts';
import type { Services } from '../flows/services.ts';
import { maxClockSkewMs } from '../core/time.ts';
import { compose } from '../runtime/compose.ts';
import type { Environment } from '../runtime/environment.ts';
import { logFailure } from './log-failure.ts';

interface WatchedJob {
  readonly id: string;
  readonly shard: number;
  /** Time of the last `watch` call. */
  readonly since: number;
  /** Undefined for jobs stored before there were several kinds. */
  readonly kind?: 'index' | 'history' | 'cleanup' | undefined;
}

export class JobObject extends DurableObject<Environment> {
  /** Number of `watch` calls since the object started. */
  #watches = 0;

  async watch(job: Pick<WatchedJob, 'id' | 'shard' | 'kind'>): Promise<void> {
    const { id, shard, kind } = job;
    await this.#watch({ id, shard, kind, since: Date.now() }, sweepEveryMs);
  }

  async watchCleanup(withinMs: number): Promise<void> {
    await this.#watch({ id: '', shard: 0, kind: 'cleanup', since: Date.now() }, withinMs);
  }

  /** Keeps an earlier alarm. A later one may have been set before the clock was set back. */
  async #watch(job: WatchedJob, withinMs: number): Promise<void> {
    this.#watches += 1;
    await this.ctx.storage.put<WatchedJob>('job', job);
    const [at, set] = [Date.now() + withinMs, await this.ctx.storage.getAlarm()];
    if (set === null || set > at) await this.ctx.storage.setAlarm(at);
  }

  override async alarm(): Promise<void> {
    const job = await this.ctx.storage.get<WatchedJob>('job');
    if (job === undefined) return;
    const watches = this.#watches;
    // Set first, so that another check follows whatever fails below, including invalid settings.
    await this.ctx.storage.setAlarm(Date.now() + sweepEveryMs);
    const { services } = compose(this.env);
    const nextCheckMs = await inspectJob(services, job);
    // A `watch` call during this check may have added work that the check did not see.
    if (this.#watches !== watches) return;
    if (nextCheckMs === undefined)
      await Promise.all([this.ctx.storage.deleteAlarm(), this.ctx.storage.deleteAll()]);
    else await this.ctx.storage.setAlarm(Date.now() + nextCheckMs);
  }
}

/** @returns milliseconds until the next check; undefined if there is nothing left to supervise */
async function inspectJob(services: Services, job: WatchedJob): Promise<number | undefined> {
  if (job.kind === 'cleanup') return inspectRemovals(services, job);
  await hideUnusedRepositories(services);
  await wakeRemovals(services);
  if (job.kind === 'history') return sweepHostHistory(services, job);
  if ((await services.catalog.getJob(job.id)) === undefined) {
    const leftMs = remainingWriteMs(job);
    // The process crashed after writing the job's parts and before its snapshot.
    if (leftMs === undefined)
      await abandonUpload(services, { job: job.id, shard: job.shard, blob: undefined });
    return leftMs;
  }
  const nextMs = await sweepJob(services, job.id);
  // A push may wait for the end of this job.
  await startWaitingPushes(services);
  return nextMs;
}

async function inspectRemovals(services: Services, job: WatchedJob): Promise<number | undefined> {
  const { nextMs, failures } = await removeInBackground(services);
  for (const failure of failures) logFailure('removal failed', failure);
  return nextMs ?? remainingWriteMs(job);
}

/** `watch` is called before the job is written, so the object waits until that write must have ended. */
function remainingWriteMs({ since }: WatchedJob): number | undefined {
  const leftMs = since + maxWriteMs - Date.now();
  return leftMs > 0 && leftMs <= maxWriteMs + maxClockSkewMs ? leftMs : undefined;
}
