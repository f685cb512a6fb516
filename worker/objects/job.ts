/**
 * One object a job, which only keeps an alarm: while the job runs it looks every few seconds for parts nobody works on; of one
 * that failed and is kept it removes what is left when the time is over, and of one that is done what its snapshot has taken the place of.
 * After a crash the local queue has forgotten its messages; the alarm is on disk and has not.
 */

import { DurableObject } from 'cloudflare:workers';
import { abandonUpload } from '../flows/add-repository.ts';
import { sweepEveryMs, sweepJob } from '../flows/index-repository.ts';
import { expireUnused } from '../flows/collect-versions.ts';
import { finishRemovals } from '../flows/remove-repository.ts';
import { startWaitingPushes } from '../flows/start-waiting-pushes.ts';
import { sweepHostHistory } from '../flows/run-host-history.ts';
import type { Services } from '../flows/services.ts';
import { compose } from '../runtime/compose.ts';
import type { Environment } from '../runtime/environment.ts';

/** Between looks at a job whose archive is still on its way. */
const uploadLookMs = 60_000;
/** No upload takes longer: after that it was cut off. */
const longestUploadMs = 24 * 3_600_000;

interface WatchedJob {
  readonly id: string;
  readonly shard: number;
  readonly since: number;
  /** Undefined of a job of before there were others. */
  readonly kind?: 'index' | 'history' | undefined;
}

export class JobObject extends DurableObject<Environment> {
  async watch(job: Pick<WatchedJob, 'id' | 'shard' | 'kind'>): Promise<void> {
    const { id, shard, kind } = job;
    await this.ctx.storage.put<WatchedJob>('job', { id, shard, kind, since: Date.now() });
    await this.ctx.storage.setAlarm(Date.now() + sweepEveryMs);
  }

  override async alarm(): Promise<void> {
    const job = await this.ctx.storage.get<WatchedJob>('job');
    if (job === undefined) return;
    // Set first: whatever fails below, settings that cannot be used included, another look follows.
    await this.ctx.storage.setAlarm(Date.now() + sweepEveryMs);
    const { services } = compose(this.env);
    const nextLookMs = await look(services, job);
    if (nextLookMs !== undefined) {
      await this.ctx.storage.setAlarm(Date.now() + nextLookMs);
      return;
    }
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }
}

/** @returns after how many milliseconds to look again; undefined when nothing of the job is left. */
async function look(services: Services, job: WatchedJob): Promise<number | undefined> {
  await expireUnused(services);
  await finishRemovals(services);
  if (job.kind === 'history') return sweepHostHistory(services, job);
  if ((await services.catalog.getJob(job.id)) === undefined) {
    if (services.clock.now() - job.since < longestUploadMs) return uploadLookMs;
    await abandonUpload(services, job);
    return undefined;
  }
  const nextMs = await sweepJob(services, job.id);
  // Its end may be what one waits for.
  await startWaitingPushes(services);
  return nextMs;
}
