/**
 * The dense index in Durable Objects, one a repository: exact search over vectors rounded to a byte a dimension. Reached by calls
 * whose numbers go in flat arrays. A state embedded in another space than this one's has nothing to find until it is indexed again.
 */

import type { KeyRun } from '../../core/code/chunk.ts';
import { isZeroVector, type EmbeddingSpace, type Modality } from '../../core/code/embedding.ts';
import { AppError } from '../../core/errors.ts';
import type { VectorEntry, VectorIndex, VectorKey, VectorQuery } from '../../ports/vector-index.ts';

const maxHits = 1_000;

/** A published state, within a repository's shard. */
export interface ShardState {
  readonly snapshot: number;
  readonly generation: number;
}

export interface ShardAddition {
  readonly space: EmbeddingSpace;
  readonly ids: readonly string[];
  /** Of the ids, one after another. */
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

/** Keys and how near each is, in two columns. */
export interface ShardHits {
  readonly keys: Float64Array;
  readonly similarities: Float32Array;
}

/** What the object of a repository does. */
export interface VectorShard {
  known(ids: readonly string[]): Promise<readonly string[]>;
  /** @returns an id that has no vector, when nothing was written because of it. */
  add(state: ShardState, given: ShardAddition): Promise<string | undefined>;
  /** @returns whether `from` has vectors here, all of them in this space; if not, nothing was written. */
  takeOver(
    state: ShardState,
    from: ShardState,
    given: { readonly space: string; readonly runs: readonly KeyRun[] },
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
 * @param shardOf the object of a repository's id
 * @param space of everything added and asked here; undefined where nothing embeds, and nothing is added or found
 */
export function createDurableVectorIndex(
  shardOf: (repository: string) => VectorShard,
  space: EmbeddingSpace | undefined,
): VectorIndex {
  return {
    maxHits,
    async known(key, ids) {
      if (ids.length === 0) return new Set();
      return new Set(await answered(() => shardOf(key.repository).known(ids)));
    },
    async add(key, { vectors, entries }) {
      if (space === undefined) throw new AppError('internal', 'Vectors are added where nothing embeds.');
      const addition = { space, ids: vectors.map(({ id }) => id), vectors: joined(vectors, space), entries };
      const missing = await answered(() => shardOf(key.repository).add(stateOf(key), addition));
      if (missing !== undefined) throw new AppError('internal', `There is no vector of the id ${missing}.`);
    },
    takeOver(key, { snapshot, generation }, runs) {
      if (space === undefined || runs.length === 0) return Promise.resolve(false);
      const given = { space: space.name, runs };
      return answered(() => shardOf(key.repository).takeOver(stateOf(key), { snapshot, generation }, given));
    },
    // The object answers from what it has written.
    settle: () => Promise.resolve(),
    async search(key, query) {
      if (space === undefined || query.limit < 1 || isZeroVector(query.vector)) return [];
      const limit = Math.min(query.limit, maxHits);
      const found = await answered(() =>
        shardOf(key.repository).search(stateOf(key), { ...askedOf(query, space), limit, paths: query.paths }),
      );
      return [...found.keys].map((one, at) => ({ key: one, similarity: found.similarities[at] ?? 0 }));
    },
    async similarities(key, query, keys) {
      if (space === undefined || keys.length === 0 || isZeroVector(query.vector)) return new Map();
      const found = await answered(() =>
        shardOf(key.repository).similarities(stateOf(key), askedOf(query, space), Float64Array.from(keys)),
      );
      return new Map([...found.keys].map((one, at) => [one, found.similarities[at] ?? 0]));
    },
    sharing: (key, others) =>
      answered(() =>
        shardOf(key.repository).sharing(
          stateOf(key),
          others.map(({ snapshot, generation }) => ({ snapshot, generation })),
        ),
      ),
    remove: ({ repository, snapshot, generation }) =>
      answered(() => shardOf(repository).remove(snapshot, generation)),
  };
}

function askedOf(
  { vector, modality }: Pick<VectorQuery, 'vector' | 'modality'>,
  space: EmbeddingSpace,
): ShardQuery {
  return { space: space.name, vector, modality };
}

function stateOf({ snapshot, generation }: VectorKey): ShardState {
  return { snapshot, generation };
}

function joined(
  vectors: readonly { readonly vector: Float32Array }[],
  { name, dimensions }: EmbeddingSpace,
): Float32Array {
  const all = new Float32Array(vectors.length * dimensions);
  for (const [index, { vector }] of vectors.entries()) {
    if (vector.length !== dimensions)
      throw new AppError('internal', `A vector of ${vector.length} dimensions is none of ${name}.`);
    all.set(vector, index * dimensions);
  }
  return all;
}

/** An object that was reset, is overloaded or cannot be reached is worth another try. */
async function answered<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('storage_unavailable', `The vector index did not answer: ${message}`, { cause });
  }
}
