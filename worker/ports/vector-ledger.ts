/**
 * Tracks the vectors in an external index that cannot list them or find them by chunk: which vectors exist, and which
 * snapshots and chunks use them. A copy is planned before it is written, so that leftovers of an interruption can be deleted.
 */

import type { Modality } from '../core/code/embedding.ts';
import type { SnapshotRemoval, SnapshotKey } from '../core/repositories/repository.ts';
import type { VectorKey } from './vector-index.ts';

/** A vector in the external index, where snapshots do not share vectors. */
export interface VectorCopy {
  /** Its id in the index. */
  readonly vector: string;
  /** Id of the embedded text. */
  readonly id: string;
}

export interface LedgerEntry {
  readonly key: number;
  readonly path: string;
  readonly modality: Modality;
  readonly vector: string;
}

/** A write to the index, and when the index accepted it, in milliseconds since 1970. */
export interface IndexWrite {
  readonly mutation: string;
  readonly writtenAt: number;
}

export interface VectorLedger {
  /** Records copies before they are written; known ones are not changed. */
  plan(key: VectorKey, copies: readonly VectorCopy[]): Promise<void>;
  /** Records that planned copies were written, and which chunks use them; `write` is undefined if nothing had to be written. */
  record(
    key: VectorKey,
    done: {
      readonly copies: readonly VectorCopy[];
      readonly entries: readonly LedgerEntry[];
      readonly write: IndexWrite | undefined;
    },
  ): Promise<void>;
  /** One readable copy per id: settled copies of the repository, or written copies of the snapshot itself. */
  readableCopies(key: VectorKey, ids: readonly string[]): Promise<readonly VectorCopy[]>;
  /** The copies that were written. */
  writtenCopies(key: SnapshotKey, vectors: readonly string[]): Promise<ReadonlySet<string>>;
  lastWrite(key: SnapshotKey): Promise<IndexWrite | undefined>;
  /** Records that all written copies of the snapshot are readable. */
  markSettled(key: SnapshotKey): Promise<void>;
  entriesOfVectors(key: SnapshotKey, vectors: readonly string[]): Promise<readonly LedgerEntry[]>;
  entriesOfChunks(key: SnapshotKey, keys: readonly number[]): Promise<readonly LedgerEntry[]>;
  /** Number of written copies of a snapshot. */
  countCopies(key: SnapshotKey): Promise<number>;
  /** A batch of copies to delete, including planned ones; empty if none are left. */
  listCopiesToDelete(removed: SnapshotRemoval): Promise<readonly string[]>;
  deleteCopyRecords(shard: number, vectors: readonly string[]): Promise<void>;
  /** Deletes all remaining records. */
  remove(removed: SnapshotRemoval): Promise<void>;
}
