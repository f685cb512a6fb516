/**
 * The dense index. Vectors are stored by the id of what was embedded, once a repository and space however many chunks, versions and
 * refreshes hold it; which chunks a published state has, and under which id, is its own.
 */

import type { KeyRun } from '../core/chunk.ts';
import type { Modality } from '../core/embedding.ts';
import type { RemovedState, SnapshotKey } from '../core/repository.ts';
import type { Embedder } from './embedder.ts';

/** What embeds and where its vectors are: one is of no use without the other. */
export interface DenseSearch {
  readonly embedder: Embedder;
  readonly vectorIndex: VectorIndex;
}

/** A published state, and the repository whose vectors it shares. */
export interface VectorKey extends SnapshotKey {
  readonly repository: string;
}

export interface VectorEntry {
  /** The chunk's key in its state. */
  readonly key: number;
  readonly path: string;
  readonly modality: Modality;
  /** SHA-256 over the space and all that was embedded. */
  readonly id: string;
}

export interface VectorQuery {
  /** Of length 1; all zeros has no nearest, and nothing is found. */
  readonly vector: Float32Array;
  /** One of them, or the better of both. */
  readonly modality: Modality | 'either';
  readonly limit: number;
  /** Files to look in; undefined for all. */
  readonly paths: readonly string[] | undefined;
}

export interface VectorHit {
  readonly key: number;
  /** Cosine, -1 to 1, of what is stored: an adapter may round vectors. */
  readonly similarity: number;
}

export interface VectorIndex {
  /** Hits one search can give. */
  readonly maxHits: number;
  /** Of these ids, those whose vector is stored. */
  known(key: VectorKey, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Stores vectors and says which chunks have them; safe to do again. Every id of `entries` is stored already or among `vectors`.
   * @throws AppError `internal` when an entry's id has no vector; nothing is written then.
   */
  add(
    key: VectorKey,
    given: {
      readonly vectors: readonly { readonly id: string; readonly vector: Float32Array }[];
      readonly entries: readonly VectorEntry[];
    },
  ): Promise<void>;
  /**
   * Gives chunks of a state the vectors they have in another state of the repository, without their texts; safe to do again. Chunks
   * that have none there have none here.
   * @returns whether it did: not where the other state has no vectors here or not all in this space, nor where each state has its own.
   */
  takeOver(key: VectorKey, from: SnapshotKey, runs: readonly KeyRun[]): Promise<boolean>;
  /** Resolves when a search of this state sees all that was added. */
  settle(key: VectorKey): Promise<void>;
  /** The nearest chunks, each once, the nearest first; of equal ones the lower key. */
  search(key: VectorKey, query: VectorQuery): Promise<readonly VectorHit[]>;
  /** How near chunks found otherwise are; those without a vector of this modality are left out. */
  similarities(
    key: VectorKey,
    query: Pick<VectorQuery, 'vector' | 'modality'>,
    keys: readonly number[],
  ): Promise<ReadonlyMap<number, number>>;
  /** Vectors a state has, and how many of them other states have too; none are shared where a vector is stored once a state. */
  sharing(
    key: VectorKey,
    others: readonly SnapshotKey[],
  ): Promise<{ readonly vectors: number; readonly sharedVectors: number }>;
  /** Removes a state's entries, then the vectors no other state of the repository has. */
  remove(removed: RemovedState & { readonly repository: string }): Promise<void>;
}
