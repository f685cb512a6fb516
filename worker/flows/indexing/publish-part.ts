/** The switch: one write after which reads see the new generation. Everything before it was built beside what is live. */

import type { Progress } from '../../core/repository.ts';
import type { Job } from '../../ports/catalog.ts';
import type { StageTally } from '../../ports/job-parts.ts';
import { beginHostHistory } from '../host-history/begin-host-history.ts';
import { dropSuperseded } from './keep-job.ts';
import { cleanUpEndedJob, generationOf, vectorsOf, type Part } from './part.ts';
import type { Services } from '../services.ts';

/**
 * Safe to run again at any point: until the catalog has switched, nothing is visible and the part is unfinished; from then
 * on the job is done and what is left is cleaning up.
 */
export async function publishPart(services: Services, { job }: Part): Promise<void> {
  const snapshot = generationOf(job);
  await services.textIndex.optimise(snapshot);
  await services.dense?.vectorIndex.settle(vectorsOf(job));
  const [stored, edges] = await Promise.all([
    services.chunkStore.counts(snapshot),
    services.graphStore.countEdges(snapshot),
  ]);
  const tallies = await services.jobParts.tally({ id: job.id, shard: job.shard });
  await services.catalog.publish(job, {
    counts: { ...stored, edges },
    timings: timingsOf(tallies, job, services.clock.now()),
    progress: { ...progressOf(tallies), publish: { done: 1, total: 1 } },
    rowsWritten: tallies.reduce((sum, tally) => sum + tally.rowsWritten, 0),
  });
  await cleanUpEndedJob(services, job);
  await dropSuperseded(services, job);
  await beginHostHistory(services, job);
}

/**
 * Milliseconds per stage, each from the end of the one before, so that waiting counts and the stages add up. The time a job stood
 * still before it was taken up again is no work of it.
 */
function timingsOf(tallies: readonly StageTally[], job: Job, now: number): Record<string, number> {
  const timings: Record<string, number> = {};
  let from = job.createdAt;
  for (const tally of tallies) {
    const until = tally.finishedAt ?? now;
    timings[tally.stage] = Math.max(0, until - from - (job.pausedMs[tally.stage] ?? 0));
    from = until;
  }
  return timings;
}

export function progressOf(tallies: readonly StageTally[]): Progress {
  return Object.fromEntries(tallies.map((tally) => [tally.stage, { done: tally.done, total: tally.total }]));
}
