/**
 * Three-way search: by words, by the meaning of words and by the likeness of code, each with a query, a weight and bounds of its own.
 * A chunk's score is the weighted mean of the similarities it has; nothing else that is known of it counts.
 */

import type { Question } from '../core/question.ts';
import type { ChunkRow } from '../ports/chunk-store.ts';
import type { RankedSpan } from './rank-spans.ts';
import { byScore, rounded } from './ranking/scored.ts';
import { columnWeights, type RetrievalScope, type RetrievalTools, type Retrieved } from './retrieve-spans.ts';
import { readHeldTerms, searchTerms } from './search-terms.ts';

export const ways = ['sparse', 'textDense', 'codeDense'] as const;
export type Way = (typeof ways)[number];

export interface ThreeWayQuery {
  /** What code is compared with; undefined for the question's own text. */
  readonly code: string | undefined;
  /** 0 leaves a way out. */
  readonly weights: Readonly<Record<Way, number>>;
  /** A similarity outside its bounds counts as not there; each of 0 to 1. */
  readonly bounds: Readonly<Record<Way, { readonly least: number; readonly most: number }>>;
}

/** Similarities of 0 to 1 by the chunk's key. BM25 has no upper end: it is taken over the best of the search. */
type Similarities = ReadonlyMap<number, number>;

export async function retrieveThreeWays(
  tools: RetrievalTools,
  scope: RetrievalScope,
  question: Question,
  query: ThreeWayQuery,
): Promise<Retrieved> {
  const terms = await readHeldTerms(tools.textIndex, scope.key, question.terms);
  const wanted = (way: Way): boolean => query.weights[way] > 0;
  const hits = wanted('sparse')
    ? await tools.textIndex.search(scope.key, {
        terms: searchTerms(question.terms, terms.frequencies, scope.chunks),
        weights: columnWeights,
        limit: tools.settings.retrieval.candidates,
        paths: scope.paths,
      })
    : [];
  const best = hits[0]?.score ?? 1;
  const [text, code] = await Promise.all([
    wanted('textDense') ? searchDense(tools, scope, 'text', question.text) : nothing,
    wanted('codeDense') ? searchDense(tools, scope, 'code', query.code ?? question.text) : nothing,
  ]);
  const keys = [...new Set([...hits.map((hit) => hit.key), ...text.keys(), ...code.keys()])];
  const rows = new Map<number, ChunkRow>(hits.map(({ score: _, ...chunk }) => [chunk.key, chunk]));
  const missing = keys.filter((key) => !rows.has(key));
  const [more, moreText, moreCode] = await Promise.all([
    missing.length === 0 ? [] : tools.chunkStore.chunksByKey(scope.key, missing),
    wanted('textDense') ? compareDense(tools, scope, 'text', question.text, keys, text) : nothing,
    wanted('codeDense')
      ? compareDense(tools, scope, 'code', query.code ?? question.text, keys, code)
      : nothing,
  ]);
  for (const chunk of more) rows.set(chunk.key, chunk);
  const found = {
    sparse: new Map(hits.map((hit) => [hit.key, hit.score / best])),
    textDense: moreText,
    codeDense: moreCode,
  };
  return { spans: scoreAll([...rows.values()], found, query), definitions: [], ...terms };
}

const nothing: Similarities = new Map();

async function searchDense(
  { dense, settings }: RetrievalTools,
  scope: RetrievalScope,
  modality: 'text' | 'code',
  text: string,
): Promise<Similarities> {
  if (dense === undefined) return nothing;
  const hits = await dense.vectorIndex.search(scope.key, {
    vector: await dense.embedder.embedQuery(text),
    modality,
    limit: Math.min(dense.vectorIndex.maxHits, settings.retrieval.candidates),
    paths: scope.paths,
  });
  return new Map(hits.map((hit) => [hit.key, hit.similarity]));
}

/** How near what another way found is, besides what this one did. */
async function compareDense(
  { dense }: RetrievalTools,
  scope: RetrievalScope,
  modality: 'text' | 'code',
  text: string,
  keys: readonly number[],
  known: Similarities,
): Promise<Similarities> {
  const others = keys.filter((key) => !known.has(key));
  if (dense === undefined || others.length === 0) return known;
  const vector = await dense.embedder.embedQuery(text);
  return new Map([
    ...known,
    ...(await dense.vectorIndex.similarities(scope.key, { vector, modality }, others)),
  ]);
}

function scoreAll(
  chunks: readonly ChunkRow[],
  found: Readonly<Record<Way, Similarities>>,
  { weights, bounds }: ThreeWayQuery,
): readonly RankedSpan[] {
  return chunks
    .flatMap((chunk): readonly RankedSpan[] => {
      const present = ways.flatMap((way) => {
        const similarity = found[way].get(chunk.key);
        if (similarity === undefined || similarity <= 0) return [];
        const { least, most } = bounds[way];
        return similarity < least || similarity > most ? [] : [{ way, similarity }];
      });
      const weight = present.reduce((sum, { way }) => sum + weights[way], 0);
      if (weight === 0) return [];
      const sum = present.reduce((total, { way, similarity }) => total + weights[way] * similarity, 0);
      const scores = Object.fromEntries(present.map(({ way, similarity }) => [way, rounded(similarity)]));
      return [{ chunk, score: rounded(sum / weight), scores }];
    })
    .toSorted(byScore);
}
