/** What a stage's handler receives, and the keys under which a job stores its data. */

import type { Counts, SnapshotKey } from '../../core/repositories/repository.ts';
import type { Job } from '../../ports/catalog.ts';
import type { ClaimedPart, PartLease } from '../../ports/job-parts.ts';
import type { VectorKey } from '../../ports/vector-index.ts';

// The queue's consumer may import flows, not ports.
export type { PartKey, QueueMessage } from '../../ports/job-parts.ts';

export interface StagePart {
  readonly job: Job;
  readonly key: PartLease;
  readonly claimed: ClaimedPart;
  /** Progress of the part, written with the next renewal of its lease. */
  readonly report: (counts: Partial<Counts>) => void;
}

/** The generation a job builds. */
export function generationKey(job: Job): SnapshotKey {
  return { shard: job.shard, snapshot: job.snapshotNumber, generation: job.generation };
}

/** The same generation in the vector index. */
export function vectorKey(job: Job): VectorKey {
  return { ...generationKey(job), repository: job.repositoryId };
}

/** The prefix of a job's archive and packs. */
export function jobBlobPrefix(jobId: string): string {
  return `jobs/${jobId}/`;
}
