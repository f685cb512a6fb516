/** Wakes parts of jobs. A message carries keys alone; losing or doubling one does no harm, the job table being the truth. */

import type { Stage } from '../core/repository.ts';
import type { HistoryJobKey } from './history-jobs.ts';

export interface PartKey {
  readonly job: string;
  readonly shard: number;
  readonly stage: Stage;
  readonly part: number;
}

/** A job of parts, or one that fetches a history. */
export interface WatchedJob {
  readonly id: string;
  readonly shard: number;
  readonly kind?: 'index' | 'history';
}

export interface JobQueue {
  wake(parts: readonly PartKey[]): Promise<void>;
  /** Wakes a job that fetches a past. */
  wakeHistory(job: HistoryJobKey): Promise<void>;
  /** Sets the alarm that re-sends what was lost, until the job has ended. */
  watch(job: WatchedJob): Promise<void>;
  /** Sets the alarm of the one object that removes what is hidden or was abandoned: after so many milliseconds at the latest. */
  watchCleanup(withinMs: number): Promise<void>;
}
