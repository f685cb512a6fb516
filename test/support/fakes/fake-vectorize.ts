/**
 * A Vectorize index in memory with the documented limits and with behavior that a simple store lacks. Writes become visible only when
 * they are processed, filters match only indexed metadata, values are float32, and oversized calls are rejected
 * (https://developers.cloudflare.com/vectorize/platform/limits/).
 */

import { cosineSimilarity, unitVector } from '../../../worker/core/code/embedding.ts';
import type { VectorizeBinding, WrittenVector } from '../../../worker/adapters/vectorize/calls.ts';

interface FakeVectorize extends VectorizeBinding {
  /** Processes all pending writes. */
  process(): void;
  readonly vectors: ReadonlyMap<string, WrittenVector>;
  readonly calls: Record<'describe' | 'upsert' | 'query' | 'getByIds' | 'deleteByIds', number>;
  /** Error that the next call throws. */
  nextError: Error | undefined;
}

interface Mutation {
  readonly id: string;
  readonly queuedAt: number;
  apply(): void;
}

const byteLength = (text: string): number => new TextEncoder().encode(text).byteLength;
const maxFilterBytes = 2_048;
const maxIndexedBytes = 64;

function reject(name: string, code: number, message: string): never {
  throw new Error(`VECTOR_${name}_ERROR (code = ${code}): ${message}`);
}

export function createFakeVectorize(options: {
  readonly dimensions: number;
  readonly metadataIndexes: readonly string[];
  readonly now: () => number;
}): FakeVectorize {
  const vectors = new Map<string, WrittenVector>();
  const pending: Mutation[] = [];
  const calls = { describe: 0, upsert: 0, query: 0, getByIds: 0, deleteByIds: 0 };
  let processed: Pick<Mutation, 'id' | 'queuedAt'> = { id: '', queuedAt: 0 };
  let mutations = 0;
  const countCall = (name: keyof typeof calls): void => {
    calls[name] += 1;
    const error = fake.nextError;
    fake.nextError = undefined;
    if (error !== undefined) throw error;
  };
  const enqueue = (apply: () => void): { mutationId: string } => {
    mutations += 1;
    const id = `00000000-0000-4000-8000-${String(mutations).padStart(12, '0')}`;
    pending.push({ id, queuedAt: options.now(), apply });
    return { mutationId: id };
  };
  const fake: FakeVectorize = {
    vectors,
    calls,
    nextError: undefined,
    process() {
      for (const mutation of pending.splice(0)) {
        mutation.apply();
        processed = mutation;
      }
    },
    async describe() {
      countCall('describe');
      return {
        processedUpToMutation: processed.id,
        processedUpToDatetime: new Date(processed.queuedAt).toISOString(),
      };
    },
    async upsert(written) {
      countCall('upsert');
      if (written.length === 0 || written.length > 1_000)
        reject('UPSERT', 40_008, `${written.length} vectors`);
      for (const vector of written) checkVector(vector, options.dimensions);
      const copies = written.map((vector) => ({ ...vector, values: Float32Array.from(vector.values) }));
      return enqueue(() => copies.forEach((vector) => vectors.set(vector.id, vector)));
    },
    async query(vector, { topK, namespace, filter, returnMetadata }) {
      countCall('query');
      if (vector.length !== options.dimensions) reject('QUERY', 40_006, `${vector.length} dimensions`);
      if (topK > 100 || topK < 1 || returnMetadata !== 'none') reject('QUERY', 40_025, `topK ${topK}`);
      if (byteLength(JSON.stringify(filter)) >= maxFilterBytes)
        reject('QUERY', 40_026, 'the filter is too long');
      const matches = [...vectors.values()]
        .filter(
          (candidate) =>
            candidate.namespace === namespace && matchesFilter(candidate, filter, options.metadataIndexes),
        )
        .map(({ id, values }) => ({
          id,
          score: cosineSimilarity(unitVector(values) ?? new Float32Array(), unitVector(vector) ?? vector),
        }))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, topK);
      return { count: matches.length, matches };
    },
    async getByIds(ids) {
      countCall('getByIds');
      if (ids.length > 20)
        reject('GET', 40_007, `too many ids in payload; max id count is 20, got ${ids.length}`);
      return ids.map((id) => vectors.get(id)).filter((vector) => vector !== undefined);
    },
    async deleteByIds(ids) {
      countCall('deleteByIds');
      if (ids.length > 100)
        reject('DELETE', 40_007, `too many ids in payload; max id count is 100, got ${ids.length}`);
      return enqueue(() => ids.forEach((id) => vectors.delete(id)));
    },
  };
  return fake;
}

function checkVector({ id, namespace, values, metadata }: WrittenVector, dimensions: number): void {
  if (id === '' || byteLength(id) > 64) reject('UPSERT', 40_005, `the id ${id}`);
  if (byteLength(namespace) > 64) reject('UPSERT', 40_005, `the namespace ${namespace}`);
  if (values.length !== dimensions) reject('UPSERT', 40_012, `${values.length} dimensions`);
  if (byteLength(JSON.stringify(metadata)) > 10_240) reject('UPSERT', 40_013, 'the metadata is too long');
  if (Object.keys(metadata).some((name) => name === '' || /[."]|^\$/.test(name)))
    reject('UPSERT', 40_013, 'a name');
}

/** Filters by indexed metadata only, and only by the first bytes of each value that the index stores. */
function matchesFilter(
  { metadata }: WrittenVector,
  filter: Readonly<Record<string, unknown>>,
  indexed: readonly string[],
): boolean {
  return Object.entries(filter).every(([name, condition]) => {
    const value = metadata[name]?.slice(0, maxIndexedBytes);
    if (!indexed.includes(name) || value === undefined) return false;
    if (typeof condition === 'string') return value === condition;
    const { $in: accepted } = condition as { $in?: readonly string[] };
    return accepted?.includes(value) === true;
  });
}
