/** What a stage's handler is given, and where a job keeps its things. */

import type { Counts, SnapshotKey } from '../core/repository.ts';
import type { Job } from '../ports/catalog.ts';
import type { ClaimedPart } from '../ports/job-parts.ts';
import type { PartKey } from '../ports/job-queue.ts';
import type { Services } from './services.ts';

export type { PartKey } from '../ports/job-queue.ts';

export interface Part {
  readonly job: Job;
  readonly key: PartKey;
  readonly claimed: ClaimedPart;
  /** How far the part is, for those who watch; written with the lease's next renewal. */
  readonly report: (counts: Partial<Counts>) => void;
}

/** The generation a job builds. */
export function generationOf(job: Job): SnapshotKey {
  return { shard: job.shard, snapshot: job.snapshotNumber, generation: job.generation };
}

/** Where a job keeps its archive and packs. */
export function blobPrefix(jobId: string): string {
  return `jobs/${jobId}/`;
}

/** Removes what only a running job needs. */
export async function cleanUpJob(services: Services, job: Job): Promise<void> {
  await services.jobParts.remove({ id: job.id, shard: job.shard });
  await services.blobStore.removeAll(blobPrefix(job.id));
}
