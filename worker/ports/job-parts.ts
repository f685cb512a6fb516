/**
 * The parts of jobs, in the database that their rows belong to. A worker claims a part by lease. The store that writes a part's rows marks
 * it done in the same transaction; `finish` is for other stores. Every claim has a number: after another worker has claimed the part, the
 * previous one can change nothing.
 */

import type { Counts, Stage } from '../core/repositories/repository.ts';
import type { HistoryJobKey } from './history-jobs.ts';

/** Maximum time in milliseconds that a part or page can be parked. A longer wait is checked again after this time. */
export const maxParkedMs = 2 * 3_600_000;

export interface PartInput {
  readonly part: number;
  /** The part's input: keys, never content. */
  readonly input: Readonly<Record<string, unknown>>;
}

export interface ClaimedPart extends PartInput {
  /** Attempts since the job began or was last resumed, including this one. */
  readonly attempts: number;
  readonly claim: number;
}

/** One worker's claim of a part. */
export interface PartLease extends PartKey {
  /** Number of the claim, valid until a later one is made. */
  readonly claim: number;
}

export interface StageTally {
  readonly stage: Stage;
  readonly done: number;
  readonly total: number;
  readonly counts: Counts;
  readonly rowsWritten: number;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  /** Until when a parked part waits, and why. */
  readonly waiting: { readonly until: number; readonly why: string } | undefined;
}

export interface StalePart extends PartKey {
  readonly attempts: number;
  readonly error: string | undefined;
}

export interface JobParts {
  /** Adds parts that do not exist yet. */
  add(job: { id: string; shard: number }, stage: Stage, parts: readonly PartInput[]): Promise<void>;
  /**
   * Claims a waiting part, or one with an expired lease; undefined if another worker has it or it is done. A lease or wait that ends later
   * than a new one possibly could counts as expired, because the clock was set back.
   */
  claim(key: PartKey): Promise<ClaimedPart | undefined>;
  /** Renews the lease of a long part, and records its progress. */
  renew(lease: PartLease, counts: Partial<Counts>): Promise<void>;
  /**
   * Ends a part whose rows were written to another store.
   * @throws if the lease is lost; the rows may then be unneeded
   */
  finish(lease: PartLease, counts: Partial<Counts>): Promise<void>;
  /**
   * Returns a part for a retry after an error.
   * @returns whether the lease was still valid; otherwise nothing happens
   */
  release(lease: PartLease, error: string): Promise<boolean>;
  /**
   * Returns a part that cannot continue before a time (milliseconds since 1970). The attempt does not count.
   * @returns whether the lease was still valid
   */
  park(lease: PartLease, until: number, reason: string): Promise<boolean>;
  /**
   * Resets the attempts and leases of every unfinished part. Completed parts stay completed.
   * @returns the waiting parts
   */
  restart(job: { id: string; shard: number }): Promise<readonly PartKey[]>;
  /** One row for each stage that has parts. */
  tally(job: { id: string; shard: number }): Promise<readonly StageTally[]>;
  /** A batch of parts without a worker, to be woken. Each one is returned once, and then has time for its message to arrive. */
  stale(job: { id: string; shard: number }): Promise<readonly StalePart[]>;
  remove(job: { id: string; shard: number }): Promise<void>;
}

export interface PartKey {
  readonly job: string;
  readonly shard: number;
  readonly stage: Stage;
  readonly part: number;
}

/** A queue message: wakes a part, or a job that fetches history. */
export type QueueMessage = PartKey | { readonly history: HistoryJobKey };

/** A job of parts, or one that fetches history. */
export interface WatchedJob {
  readonly id: string;
  readonly shard: number;
  readonly kind?: 'index' | 'history';
}

/** Wakes parts of jobs. A lost or duplicate message does no harm, because the job table decides. */
export interface JobQueue {
  wake(parts: readonly PartKey[]): Promise<void>;
  /** Wakes a job that fetches history. */
  wakeHistory(job: HistoryJobKey): Promise<void>;
  /** Sets the alarm that re-sends lost messages until the job has ended. */
  watch(job: WatchedJob): Promise<void>;
  /** Sets the alarm of the object that deletes hidden and abandoned data, to fire within the given milliseconds. */
  watchCleanup(withinMs: number): Promise<void>;
}
