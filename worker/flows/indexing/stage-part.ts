/** Defines the input of a stage's handler, and the keys under which a job stores its data. */

import type { Counts, SnapshotKey } from '../../core/repositories/repository.ts';
import type { Job } from '../../ports/catalog.ts';
import type { ClaimedPart, PartLease } from '../../ports/job-parts.ts';
import type { VectorKey } from '../../ports/vector-index.ts';

// Re-exported because the queue's consumer may import flows, but not ports.
export type { PartKey, QueueMessage } from '../../ports/job-parts.ts';

export interface StagePart {
  readonly job: Job;
  readonly key: PartLease;
  readonly claimed: ClaimedPart;
  /** Reports the progress of the part, which the next renewal of its lease stores. */
  readonly report: (counts: Partial<Counts>) => void;
}

/** Returns the key of the generation that a job builds. */
export function generationKey(job: Job): SnapshotKey {
  return { shard: job.shard, snapshot: job.snapshotNumber, generation: job.generation };
}

/** Returns the key of the same generation in the vector index. */
export function vectorKey(job: Job): VectorKey {
  return { ...generationKey(job), repository: job.repositoryId };
}

/** Returns the key prefix of a job's archive and packs. */
export function jobBlobPrefix(jobId: string): string {
  return `jobs/${jobId}/`;
}
