/** Wakes parts of jobs. A message carries keys alone; losing or doubling one does no harm, the job table being the truth. */

import type { Stage } from '../core/repository.ts';

export interface PartKey {
  readonly job: string;
  readonly shard: number;
  readonly stage: Stage;
  readonly part: number;
}

export interface JobQueue {
  wake(parts: readonly PartKey[]): Promise<void>;
  /** Sets the alarm that re-sends what was lost, until the job has ended. */
  watch(job: { readonly id: string; readonly shard: number }): Promise<void>;
}
