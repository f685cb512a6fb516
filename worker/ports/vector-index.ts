/**
 * The dense index. A vector is stored once per repository and space, under the id of the embedded text, however many chunks and versions
 * use it. Each published snapshot has its own list of chunks and their ids.
 */

import type { KeyRun } from '../core/code/chunk.ts';
import type { Modality } from '../core/code/embedding.ts';
import type { SnapshotRemoval, SnapshotKey } from '../core/repositories/repository.ts';
import type { Embedder } from './embedder.ts';

/** An embedder and the index of its vectors, which are only useful together. */
export interface DenseSearch {
  readonly embedder: Embedder;
  readonly vectorIndex: VectorIndex;
}

/** A published snapshot, and the repository whose vectors it shares. */
export interface VectorKey extends SnapshotKey {
  readonly repository: string;
}

export interface VectorEntry {
  /** The chunk's key in its snapshot. */
  readonly key: number;
  readonly path: string;
  readonly modality: Modality;
  /** SHA-256 of the space and the embedded text. */
  readonly id: string;
}

export interface VectorQuery {
  /** A unit vector; a zero vector has no neighbors, so nothing is found. */
  readonly vector: Float32Array;
  /** One modality, or the better of both. */
  readonly modality: Modality | 'either';
  readonly limit: number;
  /** Files to search; undefined for all. */
  readonly paths: readonly string[] | undefined;
}

export interface VectorHit {
  readonly key: number;
  /** Cosine with the stored vector, -1 to 1; an adapter may store rounded vectors. */
  readonly similarity: number;
}

export interface VectorIndex {
  /** Maximum hits of one search. */
  readonly maxHits: number;
  /** The ids with a stored vector. */
  known(key: VectorKey, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Stores vectors and the chunks that use them; idempotent. Every id in `entries` must be stored already or be among `vectors`.
   * @throws AppError `internal` if an entry's id has no vector; nothing is written then
   */
  add(
    key: VectorKey,
    addition: {
      readonly vectors: readonly { readonly id: string; readonly vector: Float32Array }[];
      readonly entries: readonly VectorEntry[];
    },
  ): Promise<void>;
  /**
   * Copies the vector assignments of another snapshot of the repository to chunks of this one; idempotent. A chunk without a vector in that
   * snapshot gets none here.
   * @returns false if the other snapshot's vectors are missing or in another space, or if snapshots do not share vectors
   */
  copyEntries(key: VectorKey, from: SnapshotKey, runs: readonly KeyRun[]): Promise<boolean>;
  /** Resolves when searches of this snapshot include everything that was added. */
  settle(key: VectorKey): Promise<void>;
  /** The nearest chunks, best first, each once; ties by lower key. */
  search(key: VectorKey, query: VectorQuery): Promise<readonly VectorHit[]>;
  /** Similarities of the given chunks, without those that have no vector of this modality. */
  similarities(
    key: VectorKey,
    query: Pick<VectorQuery, 'vector' | 'modality'>,
    keys: readonly number[],
  ): Promise<ReadonlyMap<number, number>>;
  /** Number of a snapshot's vectors, and how many of them other snapshots share; 0 if snapshots do not share vectors. */
  sharing(
    key: VectorKey,
    others: readonly SnapshotKey[],
  ): Promise<{ readonly vectors: number; readonly sharedVectors: number }>;
  /** Deletes a snapshot's entries, and the vectors that no other snapshot of the repository uses. */
  remove(removed: SnapshotRemoval & { readonly repository: string }): Promise<void>;
}
