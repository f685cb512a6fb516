/**
 * One object a job, whose alarm looks after it: while the job runs it wakes parts that nobody works on; of one that failed it removes what is
 * left when the retention ends, and of one that is done what its snapshot has replaced. One more object looks after everything that is removed
 * in the background. After a crash the local queue has lost its messages; an alarm is on disk.
 */

import { DurableObject } from 'cloudflare:workers';
import { cleanUp } from '../flows/clean-up.ts';
import { expireUnused, wakeRemovals } from '../flows/collect-versions.ts';
import { longestWriteMs } from '../flows/hide.ts';
import { sweepEveryMs, sweepJob } from '../flows/index-repository.ts';
import { abandonUpload } from '../flows/receive-upload.ts';
import { startWaitingPushes } from '../flows/start-waiting-pushes.ts';
import { sweepHostHistory } from '../flows/run-host-history.ts';
import type { Services } from '../flows/services.ts';
import { clockSlackMs } from '../core/clock-slack.ts';
import { compose } from '../runtime/compose.ts';
import type { Environment } from '../runtime/environment.ts';
import { logFailure } from './log-failure.ts';

interface WatchedJob {
  readonly id: string;
  readonly shard: number;
  /** When it was last watched. */
  readonly since: number;
  /** Undefined of a job that was watched before there were others. */
  readonly kind?: 'index' | 'history' | 'cleanup' | undefined;
}

export class JobObject extends DurableObject<Environment> {
  /** How often it was watched since the object woke. */
  #watches = 0;

  async watch(job: Pick<WatchedJob, 'id' | 'shard' | 'kind'>): Promise<void> {
    const { id, shard, kind } = job;
    await this.#watch({ id, shard, kind, since: Date.now() }, sweepEveryMs);
  }

  async watchCleanup(withinMs: number): Promise<void> {
    await this.#watch({ id: '', shard: 0, kind: 'cleanup', since: Date.now() }, withinMs);
  }

  /** An alarm that is due earlier stays. One that is due later may have been set before the clock was set back. */
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
    // Set first: whatever fails below, settings that cannot be used included, another look follows.
    await this.ctx.storage.setAlarm(Date.now() + sweepEveryMs);
    const { services } = compose(this.env);
    const nextLookMs = await look(services, job);
    // What it was watched for meanwhile, this look may have missed.
    if (this.#watches !== watches) return;
    if (nextLookMs === undefined)
      await Promise.all([this.ctx.storage.deleteAlarm(), this.ctx.storage.deleteAll()]);
    else await this.ctx.storage.setAlarm(Date.now() + nextLookMs);
  }
}

/** @returns after how many milliseconds to look again; undefined when nothing is left to look at */
async function look(services: Services, job: WatchedJob): Promise<number | undefined> {
  if (job.kind === 'cleanup') return lookAtRemovals(services, job);
  await expireUnused(services);
  await wakeRemovals(services);
  if (job.kind === 'history') return sweepHostHistory(services, job);
  if ((await services.catalog.getJob(job.id)) === undefined) {
    const leftMs = whileBeingWritten(job);
    // A crash came between its parts and its snapshot.
    if (leftMs === undefined)
      await abandonUpload(services, { job: job.id, shard: job.shard, blob: undefined });
    return leftMs;
  }
  const nextMs = await sweepJob(services, job.id);
  // Another job may wait for the end of this one.
  await startWaitingPushes(services);
  return nextMs;
}

async function lookAtRemovals(services: Services, job: WatchedJob): Promise<number | undefined> {
  const { nextMs, failures } = await cleanUp(services);
  for (const failure of failures) logFailure('removal failed', failure);
  return nextMs ?? whileBeingWritten(job);
}

/** An object is watched before there is anything to look at: it stays until the write that follows must be over. */
function whileBeingWritten({ since }: WatchedJob): number | undefined {
  const leftMs = since + longestWriteMs - Date.now();
  return leftMs > 0 && leftMs <= longestWriteMs + clockSlackMs ? leftMs : undefined;
}
