/**
 * What is known of the vectors in an index outside that can neither list them nor find them by chunk: which there are, of which
 * states, and which chunks have them. A copy is planned before it is written, so that whatever is cut off can be removed.
 */

import type { Modality } from '../core/embedding.ts';
import type { RemovedState, SnapshotKey } from '../core/repository.ts';
import type { VectorKey } from './vector-index.ts';

/** A vector as it stands in the index: vectors are not shared between states there. */
export interface VectorCopy {
  /** Its id in the index. */
  readonly vector: string;
  /** Id of what was embedded. */
  readonly id: string;
}

export interface LedgerEntry {
  readonly key: number;
  readonly path: string;
  readonly modality: Modality;
  readonly vector: string;
}

/** A write to the index, and when it had been taken, in milliseconds since 1970. */
export interface IndexWrite {
  readonly mutation: string;
  readonly writtenAt: number;
}

export interface VectorLedger {
  /** Notes copies about to be written; those noted before stay as they are. */
  plan(key: VectorKey, copies: readonly VectorCopy[]): Promise<void>;
  /** Notes that planned copies are written, and which chunks have which; the write is undefined where nothing had to be written. */
  record(
    key: VectorKey,
    done: {
      readonly copies: readonly VectorCopy[];
      readonly entries: readonly LedgerEntry[];
      readonly write: IndexWrite | undefined;
    },
  ): Promise<void>;
  /** Copies of what was embedded that can be read, one of each id: settled ones of the repository, written ones of the state itself. */
  readableCopies(key: VectorKey, ids: readonly string[]): Promise<readonly VectorCopy[]>;
  /** Of these copies, those written. */
  writtenCopies(key: SnapshotKey, vectors: readonly string[]): Promise<ReadonlySet<string>>;
  lastWrite(key: SnapshotKey): Promise<IndexWrite | undefined>;
  /** Notes that all written copies of the state can be read. */
  settled(key: SnapshotKey): Promise<void>;
  entriesOfVectors(key: SnapshotKey, vectors: readonly string[]): Promise<readonly LedgerEntry[]>;
  entriesOfChunks(key: SnapshotKey, keys: readonly number[]): Promise<readonly LedgerEntry[]>;
  /** Copies of a state that are written. */
  countCopies(key: SnapshotKey): Promise<number>;
  /** Some of the copies of what is removed, planned ones too; none when there is none left. */
  someCopies(removed: RemovedState): Promise<readonly string[]>;
  forgetCopies(shard: number, vectors: readonly string[]): Promise<void>;
  /** Removes all that is left of it. */
  remove(removed: RemovedState): Promise<void>;
}
