/**
 * Implements the `VectorIndex` port with Vectorize: one namespace per snapshot and generation, with one vector per embedded item, modality and path.
 * Vectorize cannot list or delete by filter, and writes become visible seconds later. A ledger therefore records the vectors, and a snapshot is
 * settled once its last write has been processed.
 */

import { isZeroVector, modalities, cosineSimilarity, type Modality } from '../../core/code/embedding.ts';
import { AppError } from '../../core/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { VectorHit, VectorIndex, VectorKey, VectorQuery } from '../../ports/vector-index.ts';
import type { IndexWrite, VectorLedger } from '../../ports/vector-ledger.ts';
import { createVectorizeCalls, maxMatches, type VectorizeBinding, type VectorizeCalls } from './calls.ts';
import { createFilters, toNamespace } from './vector-names.ts';
import { writeCopies } from './write-copies.ts';

/** Pause between two checks of Vectorize's progress. */
const pollIntervalMs = 2_000;
/** Writes become visible after seconds, large batches after minutes. After this time, the waiting part is retried. */
const maxWaitMs = 300_000;

interface VectorizeIndexOptions {
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
    add: (key, addition) => writeCopies({ calls, ledger, clock }, key, addition),
    // Vectors belong to the namespace of one snapshot, so nothing can be reused without writing it again.
    copyEntries: () => Promise.resolve(false),
    async settle(key) {
      const write = await ledger.lastWrite(key);
      if (write === undefined) return;
      for (let waitedMs = 0; !(await isProcessed(calls, write)); waitedMs += pollIntervalMs) {
        if (waitedMs >= maxWaitMs)
          throw new AppError('storage_unavailable', 'Vectorize has not yet processed the written vectors.');
        await pause(pollIntervalMs);
      }
      await ledger.markSettled(key);
    },
    async search(key, query) {
      if (query.limit < 1 || isZeroVector(query.vector)) return [];
      const hitsByModality = await Promise.all(
        toModalities(query.modality).map((modality) =>
          searchModality({ calls, ledger }, key, { ...query, modality }),
        ),
      );
      return nearestFirst(hitsByModality.flat()).slice(0, Math.min(query.limit, maxMatches));
    },
    async similarities(key, { vector, modality }, keys) {
      if (isZeroVector(vector)) return new Map();
      const requestedModalities = toModalities(modality);
      const entries = (await ledger.entriesOfChunks(key, keys)).filter((entry) =>
        requestedModalities.includes(entry.modality),
      );
      const values = await calls.values([...new Set(entries.map((entry) => entry.vector))]);
      const hits = entries.flatMap((entry) => {
        const storedVector = values.get(entry.vector);
        return storedVector === undefined
          ? []
          : [{ key: entry.key, similarity: cosineSimilarity(storedVector, vector) }];
      });
      return new Map(nearestFirst(hits).map((hit) => [hit.key, hit.similarity]));
    },
    async sharing(key) {
      return { vectors: await ledger.countCopies(key), sharedVectors: 0 };
    },
    async remove(removed) {
      for (;;) {
        const vectors = await ledger.listCopiesToDelete(removed);
        if (vectors.length === 0) break;
        await calls.remove(vectors);
        await ledger.deleteCopyRecords(removed.shard, vectors);
      }
      await ledger.remove(removed);
    },
  };
}

/** Writes are processed in order, so a write is processed once it or a later one was processed last. */
async function isProcessed(calls: VectorizeCalls, { mutation, writtenAt }: IndexWrite): Promise<boolean> {
  const { processedUpToMutation, processedUpTo } = await calls.progress();
  return processedUpToMutation === mutation || processedUpTo > writtenAt;
}

async function searchModality(
  { calls, ledger }: { readonly calls: VectorizeCalls; readonly ledger: VectorLedger },
  key: VectorKey,
  { vector, modality, paths }: VectorQuery & { readonly modality: Modality },
): Promise<VectorHit[]> {
  const matches = await Promise.all(
    (await createFilters(modality, paths)).map((filter) =>
      calls.query(vector, { namespace: toNamespace(key), filter }),
    ),
  );
  const scores = new Map(matches.flat().map(({ id, score }) => [id, score]));
  const requestedPaths = paths && new Set(paths);
  const entries = await ledger.entriesOfVectors(key, [...scores.keys()]);
  return entries
    .filter(({ path }) => requestedPaths?.has(path) ?? true)
    .map((entry) => ({ key: entry.key, similarity: scores.get(entry.vector) ?? 0 }));
}

function toModalities(modality: Modality | 'either'): readonly Modality[] {
  return modality === 'either' ? modalities : [modality];
}

/** Returns each chunk once, with the similarity of its nearest vector. */
function nearestFirst(hits: readonly VectorHit[]): VectorHit[] {
  const nearest = new Map<number, number>();
  for (const { key, similarity } of hits)
    nearest.set(key, Math.max(similarity, nearest.get(key) ?? -Infinity));
  return [...nearest]
    .map(([key, similarity]) => ({ key, similarity }))
    .toSorted((a, b) => b.similarity - a.similarity || a.key - b.key);
}
