/** A vector index in memory that does not round vectors. It is the reference for all other implementations. */

import { isZeroVector, cosineSimilarity } from '../../../worker/core/code/embedding.ts';
import { AppError } from '../../../worker/core/errors.ts';
import type { SnapshotKey } from '../../../worker/core/repositories/repository.ts';
import type { VectorEntry, VectorIndex, VectorKey, VectorQuery } from '../../../worker/ports/vector-index.ts';

interface MemoryVectorIndex extends VectorIndex {
  /** Returns the number of rows by kind, without kinds that have no rows. */
  readonly rows: () => Record<string, number>;
}

interface StoredRepository {
  readonly vectors: Map<string, Float32Array>;
  /** Entries by snapshot, then by chunk and modality. */
  readonly states: Map<string, Map<string, VectorEntry>>;
}

export function createMemoryVectorIndex(): MemoryVectorIndex {
  const repositories = new Map<string, StoredRepository>();
  const getRepository = (repository: string): StoredRepository =>
    repositories.get(repository) ?? { vectors: new Map(), states: new Map() };
  const findSimilarities = (
    key: VectorKey,
    { vector, modality }: Pick<VectorQuery, 'vector' | 'modality'>,
  ) => {
    const { vectors, states } = getRepository(key.repository);
    const nearest = new Map<number, { similarity: number; path: string }>();
    if (isZeroVector(vector)) return nearest;
    for (const entry of states.get(getStateKey(key))?.values() ?? []) {
      if (modality !== 'either' && entry.modality !== modality) continue;
      const similarity = cosineSimilarity(vectors.get(entry.id) ?? new Float32Array(), vector);
      const best = nearest.get(entry.key)?.similarity ?? -Infinity;
      if (similarity > best) nearest.set(entry.key, { similarity, path: entry.path });
    }
    return nearest;
  };
  return {
    maxHits: 1_000,
    known(key, ids) {
      const { vectors } = getRepository(key.repository);
      return Promise.resolve(new Set(ids.filter((id) => vectors.has(id))));
    },
    async add(key, addition) {
      const stored = getRepository(key.repository);
      const ids = new Set([...stored.vectors.keys(), ...addition.vectors.map(({ id }) => id)]);
      const missing = addition.entries.find(({ id }) => !ids.has(id));
      if (missing !== undefined)
        throw new AppError('internal', `The index has no vector with the id ${missing.id}.`);
      repositories.set(key.repository, stored);
      for (const { id, vector } of addition.vectors)
        if (!stored.vectors.has(id)) stored.vectors.set(id, vector.slice());
      const state = stored.states.get(getStateKey(key)) ?? new Map<string, VectorEntry>();
      stored.states.set(getStateKey(key), state);
      for (const entry of addition.entries) state.set(`${entry.key} ${entry.modality}`, entry);
    },
    copyEntries(key, from, runs) {
      const stored = getRepository(key.repository);
      const source = stored.states.get(getStateKey(from));
      if (source === undefined) return Promise.resolve(false);
      const state = stored.states.get(getStateKey(key)) ?? new Map<string, VectorEntry>();
      stored.states.set(getStateKey(key), state);
      for (const entry of source.values()) {
        const run = runs.find(
          (candidate) => entry.key >= candidate.from && entry.key < candidate.from + candidate.count,
        );
        if (run === undefined) continue;
        const copied = { ...entry, key: run.to + entry.key - run.from };
        state.set(`${copied.key} ${copied.modality}`, copied);
      }
      return Promise.resolve(true);
    },
    settle: () => Promise.resolve(),
    search: (key, query) =>
      Promise.resolve(
        [...findSimilarities(key, query)]
          .filter(([, { path }]) => query.paths?.includes(path) ?? true)
          .map(([entryKey, { similarity }]) => ({ key: entryKey, similarity }))
          .toSorted((a, b) => b.similarity - a.similarity || a.key - b.key)
          .slice(0, query.limit),
      ),
    similarities(key, query, keys) {
      const nearest = findSimilarities(key, query);
      const pairs = keys.flatMap((entryKey) => {
        const similarity = nearest.get(entryKey)?.similarity;
        return similarity === undefined ? [] : [[entryKey, similarity] as const];
      });
      return Promise.resolve(new Map(pairs));
    },
    sharing(key, others) {
      const { states } = getRepository(key.repository);
      const listIds = (state: Pick<SnapshotKey, 'snapshot' | 'generation'>) =>
        new Set([...(states.get(getStateKey(state))?.values() ?? [])].map(({ id }) => id));
      const otherIds = new Set(others.flatMap((other) => [...listIds(other)]));
      const ownIds = [...listIds(key)];
      return Promise.resolve({
        vectors: ownIds.length,
        sharedVectors: ownIds.filter((id) => otherIds.has(id)).length,
      });
    },
    remove({ repository, snapshot, generation }) {
      const { vectors, states } = getRepository(repository);
      for (const name of states.keys())
        if (
          name === getStateKey({ snapshot, generation: generation ?? -1 }) ||
          (generation === undefined && name.startsWith(`${snapshot} `))
        )
          states.delete(name);
      const used = new Set([...states.values()].flatMap((state) => [...state.values()].map(({ id }) => id)));
      for (const id of vectors.keys()) if (!used.has(id)) vectors.delete(id);
      if (states.size === 0) repositories.delete(repository);
      return Promise.resolve();
    },
    rows() {
      const stored = [...repositories.values()];
      const vectors = stored.reduce((sum, repository) => sum + repository.vectors.size, 0);
      const states = stored.flatMap((repository) => [...repository.states.values()]);
      const entries = states.reduce((sum, state) => sum + state.size, 0);
      return { ...(vectors > 0 && { vectors }), ...(entries > 0 && { vector_entries: entries }) };
    },
  };
}

function getStateKey({ snapshot, generation }: Pick<SnapshotKey, 'snapshot' | 'generation'>): string {
  return `${snapshot} ${generation}`;
}
