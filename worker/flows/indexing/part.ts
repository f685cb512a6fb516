/** What a stage's handler is given, and where a job keeps its things. */

import type { Counts, SnapshotKey } from '../../core/repository.ts';
import type { Job } from '../../ports/catalog.ts';
import type { VectorKey } from '../../ports/vector-index.ts';
import type { ClaimedPart, HeldPart } from '../../ports/job-parts.ts';
import type { Services } from '../services.ts';

export type { PartKey } from '../../ports/job-queue.ts';

export interface Part {
  readonly job: Job;
  readonly key: HeldPart;
  readonly claimed: ClaimedPart;
  /** How far the part is, for those who watch; written with the lease's next renewal. */
  readonly report: (counts: Partial<Counts>) => void;
}

/** The generation a job builds. */
export function generationOf(job: Job): SnapshotKey {
  return { shard: job.shard, snapshot: job.snapshotNumber, generation: job.generation };
}

/** The same, as the vector index knows it. */
export function vectorsOf(job: Job): VectorKey {
  return { ...generationOf(job), repository: job.repositoryId };
}

/** Where a job keeps its archive and packs. */
export function blobPrefix(jobId: string): string {
  return `jobs/${jobId}/`;
}

/** Removes what only a job that goes on needs. Its parts go first: from then on none of them can write rows. */
export async function cleanUpJob(services: Services, job: Job): Promise<void> {
  await services.jobParts.remove({ id: job.id, shard: job.shard });
  await services.blobStore.removeAll(blobPrefix(job.id));
}

/**
 * The same for a job that has ended, and the generation it built unless that was published, which only the catalog knows.
 * Safe to do again, and does nothing to a job that runs or is kept.
 */
export async function cleanUpEndedJob(services: Services, job: Job): Promise<void> {
  const ended = await services.catalog.getJob(job.id);
  if (ended?.state === 'running' || ended?.keptUntil !== undefined) return;
  await cleanUpJob(services, job);
  if (ended?.state === 'done') return;
  await services.textIndex.remove(generationOf(job));
  await services.vectorIndex.remove(vectorsOf(job));
  await services.graphStore.remove(generationOf(job));
  await services.chunkStore.remove(generationOf(job));
}
