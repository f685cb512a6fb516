/** Calls a Vectorize index, and splits the calls to fit its limits. */

import { AppError } from '../../core/errors.ts';
import type { SearchFilter } from './vector-names.ts';

/** Limits from https://developers.cloudflare.com/vectorize/platform/limits/. `maxMatches` is for matches without values and metadata. */
export const maxMatches = 100;
export const maxDimensions = 1_536;
const vectorsPerUpsert = 1_000;
/** Vectorize rejects more ids with error 40007. */
const idsPerRead = 20;
const idsPerRemoval = 100;
/** A Worker may have six open connections. */
const maxConcurrentCalls = 6;

export interface WrittenVector {
  readonly id: string;
  readonly namespace: string;
  readonly values: Float32Array | number[];
  readonly metadata: Record<string, string>;
}

/** The part of the binding that this adapter needs. */
export interface VectorizeBinding {
  describe(): Promise<{ processedUpToMutation: unknown; processedUpToDatetime: unknown }>;
  upsert(vectors: WrittenVector[]): Promise<{ mutationId: string }>;
  query(
    vector: Float32Array,
    options: { topK: number; namespace: string; returnMetadata: 'none'; filter: Record<string, unknown> },
  ): Promise<{ matches: readonly { readonly id: string; readonly score: number }[] }>;
  getByIds(ids: string[]): Promise<readonly { readonly id: string; readonly values: ArrayLike<number> }[]>;
  deleteByIds(ids: string[]): Promise<{ mutationId: string }>;
}

export type VectorizeCalls = ReturnType<typeof createVectorizeCalls>;

export function createVectorizeCalls(index: VectorizeBinding) {
  return {
    /** @returns the id of the last write, which is processed last; undefined for no vectors */
    async upsert(vectors: readonly WrittenVector[]): Promise<string | undefined> {
      let lastMutation: string | undefined;
      for (const slice of splitIntoSlices(vectors, vectorsPerUpsert))
        lastMutation = (await reportFailure(() => index.upsert(slice))).mutationId;
      return lastMutation;
    },
    async query(
      vector: Float32Array,
      { namespace, filter }: { readonly namespace: string; readonly filter: SearchFilter },
    ): Promise<readonly { readonly id: string; readonly score: number }[]> {
      const options = { topK: maxMatches, namespace, returnMetadata: 'none', filter: { ...filter } } as const;
      return (await reportFailure(() => index.query(vector, options))).matches;
    },
    /** Reads the values of the vectors that are already readable. */
    async values(ids: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
      const values = new Map<string, Float32Array>();
      for (const group of splitIntoSlices(splitIntoSlices(ids, idsPerRead), maxConcurrentCalls)) {
        const results = await Promise.all(group.map((slice) => reportFailure(() => index.getByIds(slice))));
        for (const vector of results.flat()) values.set(vector.id, Float32Array.from(vector.values));
      }
      return values;
    },
    async remove(ids: readonly string[]): Promise<void> {
      for (const slice of splitIntoSlices(ids, idsPerRemoval))
        await reportFailure(() => index.deleteByIds(slice));
    },
    /** Reads the id of the last processed write, and the time it was accepted in milliseconds since 1970. */
    async progress(): Promise<{ processedUpToMutation: string; processedUpTo: number }> {
      const { processedUpToMutation, processedUpToDatetime: processedAt } = await reportFailure(() =>
        index.describe(),
      );
      const isDate = typeof processedAt === 'string' || typeof processedAt === 'number';
      return {
        processedUpToMutation: String(processedUpToMutation),
        processedUpTo: isDate ? new Date(processedAt).getTime() : 0,
      };
    },
  };
}

function splitIntoSlices<Item>(items: readonly Item[], length: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / length) }, (_, slice) =>
    items.slice(slice * length, (slice + 1) * length),
  );
}

/** Vectorize's errors start with name and code: `VECTOR_UPSERT_ERROR (code = 40012)`. Codes 40000 to 40999 report an invalid call; others are retryable. */
async function reportFailure<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const isInvalidCall = /code\s*=\s*40\d{3}\b/.test(message);
    throw new AppError(isInvalidCall ? 'internal' : 'storage_unavailable', `Vectorize failed: ${message}`, {
      cause,
    });
  }
}
