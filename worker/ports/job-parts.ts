/**
 * The parts of jobs, in the database whose rows they write. A part is claimed by lease; its rows and its `done` are one
 * transaction, made by the store that writes the rows; where that is no such transaction, see `finish`. Every claim has a number: once another worker has the part, the one
 * that had it before can change nothing of it.
 */

import type { Counts, Stage } from '../core/repository.ts';
import type { PartKey } from './job-queue.ts';

/** The longest that a part or a page may be parked, in milliseconds: what is to wait longer looks again then. */
export const longestParkedMs = 2 * 3_600_000;

export interface PartInput {
  readonly part: number;
  /** What the part works on: keys, never content. */
  readonly input: Readonly<Record<string, unknown>>;
}

export interface ClaimedPart extends PartInput {
  /** Tries since the job began or was last taken up again, this one included. */
  readonly attempts: number;
  readonly claim: number;
}

/** A part as one worker holds it. */
export interface HeldPart extends PartKey {
  /** Of all the claims of the part, which; it holds while no later one is made. */
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
  /** Of a part that waits by itself: until when, and what for. */
  readonly waiting: { readonly until: number; readonly why: string } | undefined;
}

export interface StalePart extends PartKey {
  readonly attempts: number;
  readonly error: string | undefined;
}

export interface JobParts {
  /** Adds parts that are not there yet. */
  add(job: { id: string; shard: number }, stage: Stage, parts: readonly PartInput[]): Promise<void>;
  /**
   * Takes a part that waits or whose lease has expired; undefined when another worker has it or it is done. A lease, or a wait, that ends
   * later than one given now could has expired: the clock was set back.
   */
  claim(key: PartKey): Promise<ClaimedPart | undefined>;
  /** Keeps a long part's lease from running out, and says how far it is. */
  renew(held: HeldPart, counts: Partial<Counts>): Promise<void>;
  /**
   * Ends a part whose rows lie in another store than its own, written before.
   * @throws when it is no longer held: what was written is then not known to be wanted.
   */
  finish(held: HeldPart, counts: Partial<Counts>): Promise<void>;
  /**
   * Gives a part back after an error, to be tried again.
   * @returns whether it was still held; if not, it is done, gone or another's, and nothing happens.
   */
  release(held: HeldPart, error: string): Promise<boolean>;
  /**
   * Gives a part back that nobody can do before a moment (milliseconds since 1970); the try is not counted.
   * @returns whether it was still held
   */
  park(held: HeldPart, until: number, why: string): Promise<boolean>;
  /**
   * Gives every unfinished part all its tries again, and takes it from a worker that is dead. What is done stays done.
   * @returns the parts that wait.
   */
  restart(job: { id: string; shard: number }): Promise<readonly PartKey[]>;
  /** A row a stage, of the stages that have parts. */
  tally(job: { id: string; shard: number }): Promise<readonly StageTally[]>;
  /** Some of the parts nobody works on, to be woken: each that waits is told once, then given time for its message to arrive. */
  stale(job: { id: string; shard: number }): Promise<readonly StalePart[]>;
  remove(job: { id: string; shard: number }): Promise<void>;
}
