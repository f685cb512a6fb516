/**
 * Searches by keywords, dense text and dense code, each with its own query, weight and bounds. A chunk's score is
 * the weighted mean of its similarities. Ties go to the chunk that more modalities found.
 */

import type { Question } from '../../core/answers/question.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { TextHit } from '../../ports/text-index.ts';
import type { DenseSearch } from '../../ports/vector-index.ts';
import { embedQueries } from './embed-queries.ts';
import { findPhrases } from './find-phrases.ts';
import type { VectorSimilarity } from '../confidence/assess-confidence.ts';
import type { RankedSpan } from '../ranking/rank-spans.ts';
import { compareByScore, roundScore } from '../ranking/candidate.ts';
import {
  candidateLimit,
  columnWeights,
  type RetrievalScope,
  type RetrievalTools,
  type Retrieved,
} from './retrieve-spans.ts';
import { measureVectorSimilarity } from './search-by-meaning.ts';
import { readTermStatistics, selectSearchTerms, type TermStatistics } from './search-terms.ts';

export const modalities = ['sparse', 'textDense', 'codeDense'] as const;
export type Modality = (typeof modalities)[number];

export interface ModalityQuery {
  /** The code to compare with; undefined for the question's own text. */
  readonly code: string | undefined;
  /** 0 excludes a modality. */
  readonly weights: Readonly<Record<Modality, number>>;
  /**
   * Bounds from 0 to 1. A chunk outside them in any searched modality is excluded. A missing similarity is treated as 0 here, so a `least`
   * above 0 excludes the chunk, although its mean ignores that modality. Bounds of a modality that is not searched, because its weight is
   * 0 or the model is unavailable, have no effect.
   */
  readonly bounds: Readonly<Record<Modality, { readonly least: number; readonly most: number }>>;
}

/** Similarities of 0 to 1 by chunk key. BM25 is unbounded, so it is divided by the best score of the search. */
type Similarities = ReadonlyMap<number, number>;

/**
 * If the embedding model does not respond, only keywords are searched, and `note` states it.
 * `nearness` compares the question's text with both dense modalities, as in every search; undefined if dense text is excluded.
 */
export async function retrieveByModality(
  tools: RetrievalTools,
  scope: RetrievalScope,
  question: Question,
  query: ModalityQuery,
): Promise<Retrieved> {
  const [{ terms, hits }, { present: presentPhrases }, { nearText, nearCode, textVector, note }] =
    await Promise.all([
      searchSparse(tools, scope, question, query),
      findPhrases(tools.textIndex, scope, question.wordings),
      searchVectors(tools, scope, question, query),
    ]);
  const rows = new Map<number, ChunkRow>(hits.map(({ score: _, ...chunk }) => [chunk.key, chunk]));
  const denseKeys = [...(nearText?.found.keys() ?? []), ...(nearCode?.found.keys() ?? [])];
  const keys = [...new Set([...rows.keys(), ...denseKeys])];
  const [more, textDense, codeDense] = await Promise.all([
    tools.chunkStore.chunksByKey(
      scope.key,
      keys.filter((key) => !rows.has(key)),
    ),
    nearText?.withOthers(keys),
    nearCode?.withOthers(keys),
  ]);
  for (const chunk of more) rows.set(chunk.key, chunk);
  const best = hits[0]?.score ?? 1;
  const sparse =
    query.weights.sparse === 0 ? undefined : new Map(hits.map((hit) => [hit.key, hit.score / best]));
  const spans = scoreAll([...rows.values()], { sparse, textDense, codeDense }, query);
  const nearness = await measureNearness(tools, scope, question, { textVector, rows });
  return { spans, definitions: [], nearness, note, presentPhrases, ...terms };
}

async function searchSparse(
  tools: RetrievalTools,
  scope: RetrievalScope,
  question: Question,
  { weights }: ModalityQuery,
): Promise<{ readonly terms: TermStatistics; readonly hits: readonly TextHit[] }> {
  const terms = await readTermStatistics(tools.textIndex, scope.key, question.terms);
  if (weights.sparse === 0) return { terms, hits: [] };
  const hits = await tools.textIndex.search(scope.key, {
    terms: selectSearchTerms(question.terms, terms, scope.chunks),
    weights: columnWeights,
    limit: candidateLimit(tools, scope),
    paths: scope.paths,
  });
  return { terms, hits };
}

interface DenseMatches {
  readonly found: Similarities;
  /** Returns `found` plus the similarities of chunks that another modality found. */
  readonly withOthers: (keys: readonly number[]) => Promise<Similarities>;
}

interface VectorMatches {
  /** Undefined if that modality is not searched. */
  readonly nearText: DenseMatches | undefined;
  readonly nearCode: DenseMatches | undefined;
  /** The vector of the question's text, if dense text is searched. */
  readonly textVector: Float32Array | undefined;
  readonly note: string | undefined;
}

const noMatches = { nearText: undefined, nearCode: undefined, textVector: undefined, note: undefined };

async function searchVectors(
  tools: RetrievalTools,
  scope: RetrievalScope,
  { text }: Question,
  { weights, code = text }: ModalityQuery,
): Promise<VectorMatches> {
  const { dense } = tools;
  const texts = [...(weights.textDense > 0 ? [text] : []), ...(weights.codeDense > 0 ? [code] : [])];
  if (dense === undefined || texts.length === 0) return noMatches;
  const { vectors, note } = await embedQueries(dense.embedder, texts, { searchesWords: weights.sparse > 0 });
  const textVector = weights.textDense > 0 ? vectors.get(text) : undefined;
  const codeVector = weights.codeDense > 0 ? vectors.get(code) : undefined;
  const [nearText, nearCode] = await Promise.all([
    textVector && searchDense({ ...tools, dense }, scope, { modality: 'text', vector: textVector }),
    codeVector && searchDense({ ...tools, dense }, scope, { modality: 'code', vector: codeVector }),
  ]);
  return { nearText, nearCode, textVector, note };
}

async function searchDense(
  tools: RetrievalTools & { readonly dense: DenseSearch },
  scope: RetrievalScope,
  { modality, vector }: { readonly modality: 'text' | 'code'; readonly vector: Float32Array },
): Promise<DenseMatches> {
  const { vectorIndex } = tools.dense;
  const limit = Math.min(vectorIndex.maxHits, candidateLimit(tools, scope));
  const hits = await vectorIndex.search(scope.key, { vector, modality, limit, paths: scope.paths });
  const found = new Map(hits.map((hit) => [hit.key, hit.similarity]));
  return {
    found,
    async withOthers(keys) {
      const others = keys.filter((key) => !found.has(key));
      if (others.length === 0) return found;
      return new Map([
        ...found,
        ...(await vectorIndex.similarities(scope.key, { vector, modality }, others)),
      ]);
    },
  };
}

/** Uses the question alone, not the code it is compared with, because confidence depends on the question. */
async function measureNearness(
  tools: RetrievalTools,
  scope: RetrievalScope,
  question: Question,
  known: { readonly textVector: Float32Array | undefined; readonly rows: ReadonlyMap<number, ChunkRow> },
): Promise<VectorSimilarity | undefined> {
  const { dense, chunkStore } = tools;
  const { textVector: vector, rows } = known;
  if (dense === undefined || vector === undefined) return undefined;
  const limit = Math.min(dense.vectorIndex.maxHits, candidateLimit(tools, scope));
  const query = { vector, modality: 'either', limit, paths: scope.paths } as const;
  const hits = await dense.vectorIndex.search(scope.key, query);
  const unknown = hits.map(({ key }) => key).filter((key) => !rows.has(key));
  const others = await chunkStore.chunksByKey(scope.key, unknown);
  return measureVectorSimilarity(tools, question, hits, [...rows.values(), ...others]);
}

/** @param found similarities of the searched modalities; undefined for modalities that are not searched */
function scoreAll(
  chunks: readonly ChunkRow[],
  found: Readonly<Record<Modality, Similarities | undefined>>,
  { weights, bounds }: ModalityQuery,
): readonly RankedSpan[] {
  const searched = modalities.flatMap((modality) => {
    const similarities = found[modality];
    return similarities === undefined ? [] : [{ modality, similarities, ...bounds[modality] }];
  });
  return chunks
    .flatMap((chunk) => {
      // Rounding can lift the similarity of equal texts slightly above 1.
      const bounded = searched.map(({ similarities, ...modalityBounds }) => ({
        ...modalityBounds,
        similarity: Math.max(0, Math.min(1, similarities.get(chunk.key) ?? 0)),
      }));
      if (bounded.some(({ similarity, least, most }) => similarity < least || similarity > most)) return [];
      const present = bounded.filter(({ similarity }) => similarity > 0);
      const weight = present.reduce((sum, { modality }) => sum + weights[modality], 0);
      if (weight === 0) return [];
      const sum = present.reduce(
        (total, { modality, similarity }) => total + weights[modality] * similarity,
        0,
      );
      const scores = Object.fromEntries(
        present.map(({ modality, similarity }) => [modality, roundScore(similarity)]),
      );
      return [{ span: { chunk, score: roundScore(sum / weight), scores }, found: present.length }];
    })
    .toSorted((a, b) => b.span.score - a.span.score || b.found - a.found || compareByScore(a.span, b.span))
    .map(({ span }) => span);
}
