/** Publishes a generation with one write. Until then the previous generation serves all reads. */

import type { Progress } from '../../core/repositories/repository.ts';
import type { Job } from '../../ports/catalog.ts';
import type { StageTally } from '../../ports/job-parts.ts';
import { beginHostHistory } from '../host-history/begin-host-history.ts';
import { discardSupersededJobs, cleanUpEndedJob } from './clean-up-job.ts';
import { countLines } from '../limits/meter-use.ts';
import { generationKey, vectorKey, type StagePart } from './stage-part.ts';
import type { Services } from '../services.ts';

/**
 * Safe to run again at any point. Until the catalog publishes the generation, nothing is visible and the part is unfinished. After that the
 * job is done, and only the clean-up remains.
 */
export async function publishPart(services: Services, { job }: StagePart): Promise<void> {
  const snapshot = generationKey(job);
  await services.textIndex.optimize(snapshot);
  await services.dense?.vectorIndex.settle(vectorKey(job));
  const [stored, edges] = await Promise.all([
    services.chunkStore.counts(snapshot),
    services.graphStore.countEdges(snapshot),
  ]);
  const tallies = await services.jobParts.tally({ id: job.id, shard: job.shard });
  await services.catalog.publish(job, {
    counts: { ...stored, edges },
    timings: measureStages(tallies, job, services.clock.now()),
    progress: { ...progressByStage(tallies), publish: { done: 1, total: 1 } },
    rowsWritten: tallies.reduce((sum, tally) => sum + tally.rowsWritten, 0),
  });
  await countIndexedLines(services, job, stored.lines);
  await cleanUpEndedJob(services, job);
  await discardSupersededJobs(services, job);
  await beginHostHistory(services, job);
}

/** A job that is killed in between counts nothing: rather that than twice. */
async function countIndexedLines(services: Services, job: Job, lines: number): Promise<void> {
  if (services.metering === undefined) return;
  const owner = await services.catalog.ownerOf(job.repositoryId);
  // The index is published; a counter that cannot be reached must not fail it.
  if (owner !== undefined)
    await countLines(services, { owner, keyId: job.keyId }, lines).catch(() => undefined);
}

/**
 * Measures the milliseconds of each stage from the end of the previous stage, so that waiting is included and the stages add up. Time
 * between a failure and its retry is not included.
 */
function measureStages(tallies: readonly StageTally[], job: Job, now: number): Record<string, number> {
  const timings: Record<string, number> = {};
  let from = job.createdAt;
  for (const tally of tallies) {
    const until = tally.finishedAt ?? now;
    timings[tally.stage] = Math.max(0, until - from - (job.pausedMs[tally.stage] ?? 0));
    from = until;
  }
  return timings;
}

export function progressByStage(tallies: readonly StageTally[]): Progress {
  return Object.fromEntries(tallies.map((tally) => [tally.stage, { done: tally.done, total: tally.total }]));
}
