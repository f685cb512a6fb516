/** The switch: one write after which reads see the new generation. Everything before it was built beside what is live. */

import type { Progress } from '../core/repository.ts';
import type { StageTally } from '../ports/job-parts.ts';
import { cleanUpJob, generationOf, type Part } from './part.ts';
import type { Services } from './services.ts';

/**
 * Safe to run again at any point: until the catalog has switched, nothing is visible and the part is unfinished; from then
 * on the job is done and what is left is cleaning up.
 */
export async function publishPart(services: Services, { job }: Part): Promise<void> {
  const snapshot = generationOf(job);
  await services.textIndex.optimise(snapshot);
  const counts = await services.chunkStore.counts(snapshot);
  const tallies = await services.jobParts.tally({ id: job.id, shard: job.shard });
  await services.catalog.publish(job, {
    counts,
    timings: timingsOf(tallies, { startedAt: job.createdAt, endedAt: services.clock.now() }),
    progress: { ...progressOf(tallies), publish: { done: 1, total: 1 } },
    rowsWritten: tallies.reduce((sum, tally) => sum + tally.rowsWritten, 0),
  });
  await cleanUpJob(services, job);
}

/** Milliseconds per stage, each from the end of the one before, so that waiting counts and the stages add up. */
function timingsOf(
  tallies: readonly StageTally[],
  job: { startedAt: number; endedAt: number },
): Record<string, number> {
  const timings: Record<string, number> = {};
  let from = job.startedAt;
  for (const tally of tallies) {
    const until = tally.finishedAt ?? job.endedAt;
    timings[tally.stage] = until - from;
    from = until;
  }
  return timings;
}

export function progressOf(tallies: readonly StageTally[]): Progress {
  return Object.fromEntries(tallies.map((tally) => [tally.stage, { done: tally.done, total: tally.total }]));
}
