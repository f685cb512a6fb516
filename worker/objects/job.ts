/**
 * One object a job, which only keeps an alarm: while the job runs it looks every few seconds for parts nobody works on.
 * After a crash the local queue has forgotten its messages; the alarm is on disk and has not.
 */

import { DurableObject } from 'cloudflare:workers';
import { sweepJob } from '../flows/index-repository.ts';
import { finishRemovals } from '../flows/remove-repository.ts';
import { compose } from '../runtime/compose.ts';
import type { Environment } from '../runtime/environment.ts';

const sweepEveryMs = 3_000;

export class JobObject extends DurableObject<Environment> {
  async watch(job: { id: string; shard: number }): Promise<void> {
    await this.ctx.storage.put('job', job.id);
    await this.ctx.storage.setAlarm(Date.now() + sweepEveryMs);
  }

  override async alarm(): Promise<void> {
    const job = await this.ctx.storage.get<string>('job');
    if (job === undefined) return;
    // Set first: a sweep that fails or is cut off is followed by another.
    await this.ctx.storage.setAlarm(Date.now() + sweepEveryMs);
    const { services } = compose(this.env);
    await finishRemovals(services);
    if (await sweepJob(services, job)) return;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }
}
