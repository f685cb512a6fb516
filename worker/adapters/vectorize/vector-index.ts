/**
 * The dense index in Vectorize: a namespace for each state, so that a search sees nothing of others, and in it a vector for each
 * thing embedded, modality and path. Vectorize can neither list nor delete by filter, and what is written is seen seconds later:
 * a ledger knows which vectors there are, and a state is settled when its last write has been processed.
 */

import { modalities, similarityOf, type Modality } from '../../core/embedding.ts';
import { AppError } from '../../core/errors.ts';
import type { SnapshotKey } from '../../core/repository.ts';
import type { Clock } from '../../ports/clock.ts';
import type { VectorHit, VectorIndex, VectorKey, VectorQuery } from '../../ports/vector-index.ts';
import type { IndexWrite, LedgerEntry, VectorCopy, VectorLedger } from '../../ports/vector-ledger.ts';
import { filtersOf } from './filters.ts';
import { createVectorizeCalls, maxMatches, type VectorizeBinding } from './calls.ts';
import { fileMark, vectorName } from './vector-name.ts';

/** Between two looks at how far Vectorize is. */
const lookEveryMs = 2_000;
/** Writes are seen after seconds, of large batches after minutes; the part that waits is tried again after that. */
const longestWaitMs = 300_000;

export interface VectorizeIndexOptions {
  readonly index: VectorizeBinding;
  readonly ledger: VectorLedger;
  readonly clock: Clock;
  readonly pause: (ms: number) => Promise<void>;
}

export function createVectorizeIndex({ index, ledger, clock, pause }: VectorizeIndexOptions): VectorIndex {
  const calls = createVectorizeCalls(index);
  return {
    maxHits: maxMatches,
    async known(key, ids) {
      return new Set((await ledger.readableCopies(key, ids)).map(({ id }) => id));
    },
    async add(key, { vectors, entries }) {
      const values = new Map(vectors.map(({ id, vector }) => [id, vector]));
      const placed = await Promise.all(
        entries.map(async (entry) => ({ ...entry, vector: await vectorName(key, entry) })),
      );
      const there = await ledger.writtenCopies(
        key,
        placed.map(({ vector }) => vector),
      );
      const wanted = new Map(
        placed.filter(({ vector }) => !there.has(vector)).map((one) => [one.vector, one]),
      );
      const copies = [...wanted.values()];
      await readValues(key, copies, values);
      await ledger.plan(key, copies);
      const written = await Promise.all(
        copies.map(async ({ vector, id, modality, path }) => ({
          id: vector,
          namespace: namespaceOf(key),
          values: values.get(id) ?? [],
          metadata: { modality, file: await fileMark(path) },
        })),
      );
      const mutation = await calls.upsert(written);
      const write: IndexWrite | undefined =
        mutation === undefined ? undefined : { mutation, writtenAt: clock.now() };
      await ledger.record(key, { copies, entries: placed, write });
    },
    async settle(key) {
      const write = await ledger.lastWrite(key);
      if (write === undefined) return;
      for (let waited = 0; !(await isProcessed(write)); waited += lookEveryMs) {
        if (waited >= longestWaitMs)
          throw new AppError('storage_unavailable', 'Vectorize has not yet taken in what was written.');
        await pause(lookEveryMs);
      }
      await ledger.settled(key);
    },
    async search(key, query) {
      if (query.limit < 1) return [];
      const each = await Promise.all(
        asked(query.modality).map((modality) => searchOne(key, query, modality)),
      );
      return nearestFirst(each.flat()).slice(0, Math.min(query.limit, maxMatches));
    },
    async similarities(key, { vector, modality }, keys) {
      const wanted = asked(modality);
      const entries = (await ledger.entriesOfChunks(key, keys)).filter((one) =>
        wanted.includes(one.modality),
      );
      const values = await calls.values([...new Set(entries.map((entry) => entry.vector))]);
      const hits = entries.flatMap((entry) => {
        const own = values.get(entry.vector);
        return own === undefined ? [] : [{ key: entry.key, similarity: similarityOf(own, vector) }];
      });
      return new Map(nearestFirst(hits).map((hit) => [hit.key, hit.similarity]));
    },
    async remove(removed) {
      for (;;) {
        const vectors = await ledger.someCopies(removed);
        if (vectors.length === 0) break;
        await calls.remove(vectors);
        await ledger.forgetCopies(removed.shard, vectors);
      }
      await ledger.remove(removed);
    },
  };

  /** Adds the values of what was embedded before: they stand in another state's namespace, or under another path. */
  async function readValues(
    key: VectorKey,
    copies: readonly VectorCopy[],
    values: Map<string, Float32Array>,
  ): Promise<void> {
    const ids = [...new Set(copies.map(({ id }) => id).filter((id) => !values.has(id)))];
    if (ids.length === 0) return;
    const known = await ledger.readableCopies(key, ids);
    const unknown = ids.find((id) => known.every((copy) => copy.id !== id));
    if (unknown !== undefined) throw new AppError('internal', `There is no vector of the id ${unknown}.`);
    const read = await calls.values(known.map(({ vector }) => vector));
    for (const { id, vector } of known) {
      const own = read.get(vector);
      if (own === undefined)
        throw new AppError('storage_unavailable', `Vectorize does not yet show ${vector}.`);
      values.set(id, own);
    }
  }

  /** Writes are processed in order: ours has been when it is the last one, or one taken later is. */
  async function isProcessed({ mutation, writtenAt }: IndexWrite): Promise<boolean> {
    const { processedUpToMutation, processedUpTo } = await calls.progress();
    return processedUpToMutation === mutation || processedUpTo > writtenAt;
  }

  async function searchOne(key: VectorKey, query: VectorQuery, modality: Modality): Promise<VectorHit[]> {
    const filters = await filtersOf(modality, query.paths);
    const found = await Promise.all(
      filters.map((filter) => calls.query(query.vector, { namespace: namespaceOf(key), filter })),
    );
    const scores = new Map(found.flat().map(({ id, score }) => [id, score]));
    const wanted = query.paths && new Set(query.paths);
    const entries = await ledger.entriesOfVectors(key, [...scores.keys()]);
    return entries
      .filter(({ path }) => wanted?.has(path) ?? true)
      .map((entry: LedgerEntry) => ({ key: entry.key, similarity: scores.get(entry.vector) ?? 0 }));
  }
}

function asked(modality: Modality | 'either'): readonly Modality[] {
  return modality === 'either' ? modalities : [modality];
}

/** At most 64 bytes: https://developers.cloudflare.com/vectorize/platform/limits/ */
function namespaceOf({ snapshot, generation }: SnapshotKey): string {
  return `${snapshot}.${generation}`;
}

/** Each chunk once, as near as its nearest vector. */
function nearestFirst(hits: readonly VectorHit[]): VectorHit[] {
  const nearest = new Map<number, number>();
  for (const { key, similarity } of hits)
    nearest.set(key, Math.max(similarity, nearest.get(key) ?? -Infinity));
  return [...nearest]
    .map(([key, similarity]) => ({ key, similarity }))
    .toSorted((a, b) => b.similarity - a.similarity || a.key - b.key);
}
