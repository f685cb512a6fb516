/** Searches by vectors: the nearest chunks of a question, and the similarities of chunks that other searches found. */

import type { Question } from '../../core/answers/question.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { DenseSearch, VectorHit, VectorKey } from '../../ports/vector-index.ts';
import type { VectorSimilarity } from '../confidence/assess-confidence.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { embedQueries } from './embed-queries.ts';

export interface DenseMatches {
  readonly vector: Float32Array;
  readonly hits: readonly VectorHit[];
}

/** @param dense undefined if vectors are not available or not requested */
export async function searchByMeaning(
  dense: DenseSearch | undefined,
  { key, paths }: { readonly key: VectorKey; readonly paths: readonly string[] | undefined },
  {
    text,
    limit,
    searchesWords,
  }: { readonly text: string; readonly limit: number; readonly searchesWords: boolean },
): Promise<{ readonly near: DenseMatches | undefined; readonly note: string | undefined }> {
  if (dense === undefined) return { near: undefined, note: undefined };
  const { vectors, note } = await embedQueries(dense.embedder, [text], { searchesWords });
  const vector = vectors.get(text);
  if (vector === undefined) return { near: undefined, note };
  const hits = await dense.vectorIndex.search(key, {
    vector,
    modality: 'either',
    limit: Math.min(dense.vectorIndex.maxHits, limit),
    paths,
  });
  return { near: { vector, hits }, note };
}

/**
 * Lists the similarities of the hits. Ignores tests unless they are requested: a test that mentions something does not show that the
 * repository contains it.
 * @param hits the nearest chunks in either modality, nearest first
 * @param chunks at least the chunks of the hits, to recognize tests
 */
export function measureVectorSimilarity(
  { dense }: { readonly dense: DenseSearch | undefined },
  question: Question,
  hits: readonly VectorHit[],
  chunks: readonly ChunkRow[],
): VectorSimilarity | undefined {
  // A snapshot that was embedded in another space has no hits, which shows nothing about its content.
  if (dense === undefined || hits.length === 0) return undefined;
  const tests = new Set(chunks.filter(({ role }) => role === 'test').map(({ key }) => key));
  const counted = question.asksForTests ? hits : hits.filter(({ key }) => !tests.has(key));
  return { space: dense.embedder.space.name, similarities: counted.map(({ similarity }) => similarity) };
}

/** Adds chunks that only vectors found, and the similarities of all other candidates. */
export async function addSimilarities(
  { dense }: { readonly dense: DenseSearch | undefined },
  key: VectorKey,
  candidates: readonly Candidate[],
  { near, nearest }: { readonly near: DenseMatches | undefined; readonly nearest: readonly ChunkRow[] },
): Promise<readonly Candidate[]> {
  if (near === undefined || dense === undefined) return candidates;
  const similarities = new Map(near.hits.map((hit) => [hit.key, hit.similarity]));
  const known = new Set(candidates.map((candidate) => candidate.chunk.key));
  const unscored = [...known].filter((chunkKey) => !similarities.has(chunkKey));
  const more = await dense.vectorIndex.similarities(
    key,
    { vector: near.vector, modality: 'either' },
    unscored,
  );
  const added = nearest
    .filter((chunk) => !known.has(chunk.key))
    .map((chunk): Candidate => ({ chunk, bm25: 0, defines: 0 }));
  return [...candidates, ...added].map((candidate) => ({
    ...candidate,
    similarity: similarities.get(candidate.chunk.key) ?? more.get(candidate.chunk.key),
  }));
}
