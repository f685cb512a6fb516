/**
 * Implements the `VectorIndex` port with one Durable Object per repository: exact search over vectors quantized to one byte per dimension.
 * Calls pass numbers in flat arrays. A snapshot that was embedded in another space has no results until it is indexed again.
 */

import type { KeyRun } from '../../core/code/chunk.ts';
import { isZeroVector, type EmbeddingSpace, type Modality } from '../../core/code/embedding.ts';
import { AppError } from '../../core/errors.ts';
import type { VectorEntry, VectorIndex, VectorKey, VectorQuery } from '../../ports/vector-index.ts';

const maxHits = 1_000;

/** A snapshot and generation within a repository's shard. */
export interface ShardState {
  readonly snapshot: number;
  readonly generation: number;
}

export interface ShardAddition {
  readonly space: EmbeddingSpace;
  readonly ids: readonly string[];
  /** The vectors of `ids`, concatenated. */
  readonly vectors: Float32Array;
  readonly entries: readonly VectorEntry[];
}

export interface ShardQuery {
  readonly space: string;
  readonly vector: Float32Array;
  readonly modality: Modality | 'either';
}

export interface ShardSearch extends ShardQuery {
  readonly limit: number;
  readonly paths: readonly string[] | undefined;
}

/** Keys and their similarities, in two arrays of the same length. */
export interface ShardHits {
  readonly keys: Float64Array;
  readonly similarities: Float32Array;
}

/** The interface of the Durable Object of a repository. */
export interface VectorShard {
  known(ids: readonly string[]): Promise<readonly string[]>;
  /** @returns an id that has no vector, in which case nothing was written */
  add(state: ShardState, addition: ShardAddition): Promise<string | undefined>;
  /** Copies entries of another snapshot. @returns whether all their vectors are stored here in this space; if not, nothing was written */
  takeOver(
    state: ShardState,
    from: ShardState,
    transfer: { readonly space: string; readonly runs: readonly KeyRun[] },
  ): Promise<boolean>;
  search(state: ShardState, query: ShardSearch): Promise<ShardHits>;
  similarities(state: ShardState, query: ShardQuery, keys: Float64Array): Promise<ShardHits>;
  sharing(
    state: ShardState,
    others: readonly ShardState[],
  ): Promise<{ readonly vectors: number; readonly sharedVectors: number }>;
  /** @param generation undefined for all of the snapshot */
  remove(snapshot: number, generation: number | undefined): Promise<void>;
}

/**
 * @param getShard returns the object of a repository
 * @param space the embedding space of all vectors and queries; undefined without an embedder, in which case nothing is added or found
 */
export function createDurableVectorIndex(
  getShard: (repository: string) => VectorShard,
  space: EmbeddingSpace | undefined,
): VectorIndex {
  return {
    maxHits,
    async known(key, ids) {
      if (ids.length === 0) return new Set();
      return new Set(await reportUnavailable(() => getShard(key.repository).known(ids)));
    },
    async add(key, { vectors, entries }) {
      if (space === undefined)
        throw new AppError('internal', 'Vectors were added although no embedder is configured.');
      const addition = {
        space,
        ids: vectors.map(({ id }) => id),
        vectors: concatenate(vectors, space),
        entries,
      };
      const missing = await reportUnavailable(() =>
        getShard(key.repository).add(toShardState(key), addition),
      );
      if (missing !== undefined) throw new AppError('internal', `There is no vector with the id ${missing}.`);
    },
    copyEntries(key, { snapshot, generation }, runs) {
      if (space === undefined || runs.length === 0) return Promise.resolve(false);
      const transfer = { space: space.name, runs };
      return reportUnavailable(() =>
        getShard(key.repository).takeOver(toShardState(key), { snapshot, generation }, transfer),
      );
    },
    // Reads see all writes at once, so there is nothing to wait for.
    settle: () => Promise.resolve(),
    async search(key, query) {
      if (space === undefined || query.limit < 1 || isZeroVector(query.vector)) return [];
      const limit = Math.min(query.limit, maxHits);
      const hits = await reportUnavailable(() =>
        getShard(key.repository).search(toShardState(key), {
          ...toShardQuery(query, space),
          limit,
          paths: query.paths,
        }),
      );
      return [...hits.keys].map((chunkKey, index) => ({
        key: chunkKey,
        similarity: hits.similarities[index] ?? 0,
      }));
    },
    async similarities(key, query, keys) {
      if (space === undefined || keys.length === 0 || isZeroVector(query.vector)) return new Map();
      const hits = await reportUnavailable(() =>
        getShard(key.repository).similarities(
          toShardState(key),
          toShardQuery(query, space),
          Float64Array.from(keys),
        ),
      );
      return new Map([...hits.keys].map((chunkKey, index) => [chunkKey, hits.similarities[index] ?? 0]));
    },
    sharing: (key, others) =>
      reportUnavailable(() =>
        getShard(key.repository).sharing(
          toShardState(key),
          others.map(({ snapshot, generation }) => ({ snapshot, generation })),
        ),
      ),
    remove: ({ repository, snapshot, generation }) =>
      reportUnavailable(() => getShard(repository).remove(snapshot, generation)),
  };
}

function toShardQuery(
  { vector, modality }: Pick<VectorQuery, 'vector' | 'modality'>,
  space: EmbeddingSpace,
): ShardQuery {
  return { space: space.name, vector, modality };
}

function toShardState({ snapshot, generation }: VectorKey): ShardState {
  return { snapshot, generation };
}

function concatenate(
  vectors: readonly { readonly vector: Float32Array }[],
  { name, dimensions }: EmbeddingSpace,
): Float32Array {
  const all = new Float32Array(vectors.length * dimensions);
  for (const [index, { vector }] of vectors.entries()) {
    if (vector.length !== dimensions)
      throw new AppError(
        'internal',
        `A vector has ${vector.length} dimensions, but ${name} has ${dimensions}.`,
      );
    all.set(vector, index * dimensions);
  }
  return all;
}

/** Reports an object that was reset, is overloaded or cannot be reached as `storage_unavailable`, which callers retry. */
async function reportUnavailable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('storage_unavailable', `The vector index did not answer: ${message}`, { cause });
  }
}
