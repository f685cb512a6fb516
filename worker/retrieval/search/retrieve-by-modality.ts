/**
 * Searches by keywords, dense text and dense code, each with its own query, weight and bounds. A chunk's score is
 * the weighted mean of its similarities; ties go to the chunk more modalities found.
 */

import type { Question } from '../../core/answers/question.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { TextHit } from '../../ports/text-index.ts';
import type { DenseSearch } from '../../ports/vector-index.ts';
import { embedQueries } from './embed-queries.ts';
import { findPhrases } from './find-phrases.ts';
import type { VectorSimilarity } from '../confidence/assess-confidence.ts';
import type { RankedSpan } from '../ranking/rank-spans.ts';
import { byScore, roundScore } from '../ranking/candidate.ts';
import {
  candidateLimit,
  columnWeights,
  measureVectorSimilarity,
  type RetrievalScope,
  type RetrievalTools,
  type Retrieved,
} from './retrieve-spans.ts';
import { readTermStatistics, searchTerms, type TermStatistics } from './search-terms.ts';

export const modalities = ['sparse', 'textDense', 'codeDense'] as const;
export type Modality = (typeof modalities)[number];

export interface ModalityQuery {
  /** What code is compared with; undefined for the question's own text. */
  readonly code: string | undefined;
  /** 0 leaves a way out. */
  readonly weights: Readonly<Record<Modality, number>>;
  /**
   * What lies outside them in any way searched is no result; each of 0 to 1. What has no similarity in a way is held for 0 there, so it
   * is left out where a `least` above 0 is asked for, though in its mean that way has no part. Of a way that is not searched they say
   * nothing: its weight is 0, or the model is away.
   */
  readonly bounds: Readonly<Record<Modality, { readonly least: number; readonly most: number }>>;
}

/** Similarities of 0 to 1 by the chunk's key. BM25 has no upper end: it is taken over the best of the search. */
type Similarities = ReadonlyMap<number, number>;

/**
 * Where the embedding model does not answer, words alone are searched, and `note` says so.
 * `nearness` is measured as in any search, of the question's text to both modalities; undefined where the meaning of words is left out.
 */
export async function retrieveByModality(
  tools: RetrievalTools,
  scope: RetrievalScope,
  question: Question,
  query: ModalityQuery,
): Promise<Retrieved> {
  const [{ terms, hits }, { held: heldWordings }, { nearText, nearCode, meant, note }] = await Promise.all([
    searchSparse(tools, scope, question, query),
    findPhrases(tools.textIndex, scope, question.wordings),
    searchVectors(tools, scope, question, query),
  ]);
  const rows = new Map<number, ChunkRow>(hits.map(({ score: _, ...chunk }) => [chunk.key, chunk]));
  const near = [...(nearText?.found.keys() ?? []), ...(nearCode?.found.keys() ?? [])];
  const keys = [...new Set([...rows.keys(), ...near])];
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
  const nearness = await measureNearness(tools, scope, question, { meant, rows });
  return { spans, definitions: [], nearness, note, heldWordings, ...terms };
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
    terms: searchTerms(question.terms, terms.frequencies, scope.chunks),
    weights: columnWeights,
    limit: candidateLimit(tools, scope),
    paths: scope.paths,
  });
  return { terms, hits };
}

interface FoundDense {
  readonly found: Similarities;
  /** The same, and how near chunks are that another way found. */
  readonly withOthers: (keys: readonly number[]) => Promise<Similarities>;
}

interface FoundByVectors {
  /** Undefined where that way is not searched. */
  readonly nearText: FoundDense | undefined;
  readonly nearCode: FoundDense | undefined;
  /** The vector of the question's text, where its meaning is searched. */
  readonly meant: Float32Array | undefined;
  readonly note: string | undefined;
}

const none = { nearText: undefined, nearCode: undefined, meant: undefined, note: undefined };

async function searchVectors(
  tools: RetrievalTools,
  scope: RetrievalScope,
  { text }: Question,
  { weights, code = text }: ModalityQuery,
): Promise<FoundByVectors> {
  const { dense } = tools;
  const texts = [...(weights.textDense > 0 ? [text] : []), ...(weights.codeDense > 0 ? [code] : [])];
  if (dense === undefined || texts.length === 0) return none;
  const { vectors, note } = await embedQueries(dense.embedder, texts, { searchesWords: weights.sparse > 0 });
  const meant = weights.textDense > 0 ? vectors.get(text) : undefined;
  const likened = weights.codeDense > 0 ? vectors.get(code) : undefined;
  const [nearText, nearCode] = await Promise.all([
    meant && searchDense({ ...tools, dense }, scope, { modality: 'text', vector: meant }),
    likened && searchDense({ ...tools, dense }, scope, { modality: 'code', vector: likened }),
  ]);
  return { nearText, nearCode, meant, note };
}

async function searchDense(
  tools: RetrievalTools & { readonly dense: DenseSearch },
  scope: RetrievalScope,
  { modality, vector }: { readonly modality: 'text' | 'code'; readonly vector: Float32Array },
): Promise<FoundDense> {
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

/** Of the question alone, whatever code is compared with: that is what confidence is judged by. */
async function measureNearness(
  tools: RetrievalTools,
  scope: RetrievalScope,
  question: Question,
  known: { readonly meant: Float32Array | undefined; readonly rows: ReadonlyMap<number, ChunkRow> },
): Promise<VectorSimilarity | undefined> {
  const { dense, chunkStore } = tools;
  const { meant: vector, rows } = known;
  if (dense === undefined || vector === undefined) return undefined;
  const limit = Math.min(dense.vectorIndex.maxHits, candidateLimit(tools, scope));
  const asked = { vector, modality: 'either', limit, paths: scope.paths } as const;
  const hits = await dense.vectorIndex.search(scope.key, asked);
  const unknown = hits.map(({ key }) => key).filter((key) => !rows.has(key));
  const others = await chunkStore.chunksByKey(scope.key, unknown);
  return measureVectorSimilarity(tools, question, hits, [...rows.values(), ...others]);
}

/** @param found similarities of the ways searched; undefined for the others */
function scoreAll(
  chunks: readonly ChunkRow[],
  found: Readonly<Record<Modality, Similarities | undefined>>,
  { weights, bounds }: ModalityQuery,
): readonly RankedSpan[] {
  const searched = modalities.flatMap((way) => {
    const similarities = found[way];
    return similarities === undefined ? [] : [{ way, similarities, ...bounds[way] }];
  });
  return chunks
    .flatMap((chunk) => {
      // Rounded vectors of the same text may be a little more than alike.
      const all = searched.map(({ similarities, ...of }) => ({
        ...of,
        similarity: Math.max(0, Math.min(1, similarities.get(chunk.key) ?? 0)),
      }));
      if (all.some(({ similarity, least, most }) => similarity < least || similarity > most)) return [];
      const present = all.filter(({ similarity }) => similarity > 0);
      const weight = present.reduce((sum, { way }) => sum + weights[way], 0);
      if (weight === 0) return [];
      const sum = present.reduce((total, { way, similarity }) => total + weights[way] * similarity, 0);
      const scores = Object.fromEntries(present.map(({ way, similarity }) => [way, roundScore(similarity)]));
      return [{ span: { chunk, score: roundScore(sum / weight), scores }, found: present.length }];
    })
    .toSorted((a, b) => b.span.score - a.span.score || b.found - a.found || byScore(a.span, b.span))
    .map(({ span }) => span);
}
