/**
 * Three-way search: by words, by the meaning of words and by the likeness of code, each with a query, a weight and bounds of its own.
 * A chunk's score is the weighted mean of the similarities it has; nothing else that is known of it counts.
 */

import type { Question } from '../core/question.ts';
import type { ChunkRow } from '../ports/chunk-store.ts';
import type { TextHit } from '../ports/text-index.ts';
import { embedQueries } from './embed-queries.ts';
import type { Nearness } from './judge-confidence.ts';
import type { RankedSpan } from './rank-spans.ts';
import { byScore, rounded } from './ranking/scored.ts';
import {
  candidatesWanted,
  columnWeights,
  nearnessOf,
  type RetrievalScope,
  type RetrievalTools,
  type Retrieved,
} from './retrieve-spans.ts';
import { readHeldTerms, searchTerms, type HeldTerms } from './search-terms.ts';

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

/**
 * Where the embedding model does not answer, words alone are searched, and `note` says so.
 * `nearness` is measured as in any search, of the question's text to both modalities; undefined where the meaning of words is left out.
 */
export async function retrieveThreeWays(
  tools: RetrievalTools,
  scope: RetrievalScope,
  question: Question,
  query: ThreeWayQuery,
): Promise<Retrieved> {
  const [{ terms, hits }, { nearText, nearCode, meant, note }] = await Promise.all([
    searchSparse(tools, scope, question, query),
    searchVectors(tools, scope, question, query),
  ]);
  const rows = new Map<number, ChunkRow>(hits.map(({ score: _, ...chunk }) => [chunk.key, chunk]));
  const keys = [...new Set([...rows.keys(), ...nearText.found.keys(), ...nearCode.found.keys()])];
  const [more, textDense, codeDense] = await Promise.all([
    tools.chunkStore.chunksByKey(
      scope.key,
      keys.filter((key) => !rows.has(key)),
    ),
    nearText.withOthers(keys),
    nearCode.withOthers(keys),
  ]);
  for (const chunk of more) rows.set(chunk.key, chunk);
  const best = hits[0]?.score ?? 1;
  const sparse = new Map(hits.map((hit) => [hit.key, hit.score / best]));
  const spans = scoreAll([...rows.values()], { sparse, textDense, codeDense }, query);
  const nearness = await measureNearness(tools, scope, question, { meant, rows });
  return { spans, definitions: [], nearness, note, ...terms };
}

async function searchSparse(
  tools: RetrievalTools,
  scope: RetrievalScope,
  question: Question,
  { weights }: ThreeWayQuery,
): Promise<{ readonly terms: HeldTerms; readonly hits: readonly TextHit[] }> {
  const terms = await readHeldTerms(tools.textIndex, scope.key, question.terms);
  if (weights.sparse === 0) return { terms, hits: [] };
  const hits = await tools.textIndex.search(scope.key, {
    terms: searchTerms(question.terms, terms.frequencies, scope.chunks),
    weights: columnWeights,
    limit: candidatesWanted(tools, scope),
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
  readonly nearText: FoundDense;
  readonly nearCode: FoundDense;
  /** The vector of the question's text, where its meaning is searched. */
  readonly meant: Float32Array | undefined;
  readonly note: string | undefined;
}

const nothing: Similarities = new Map();
const none: FoundDense = { found: nothing, withOthers: () => Promise.resolve(nothing) };

async function searchVectors(
  tools: RetrievalTools,
  scope: RetrievalScope,
  { text }: Question,
  { weights, code = text }: ThreeWayQuery,
): Promise<FoundByVectors> {
  const { dense } = tools;
  const texts = [...(weights.textDense > 0 ? [text] : []), ...(weights.codeDense > 0 ? [code] : [])];
  if (dense === undefined || texts.length === 0)
    return { nearText: none, nearCode: none, meant: undefined, note: undefined };
  const { vectors, note } = await embedQueries(dense.embedder, texts, { searchesWords: weights.sparse > 0 });
  const meant = weights.textDense > 0 ? vectors.get(text) : undefined;
  const likened = weights.codeDense > 0 ? vectors.get(code) : undefined;
  const [nearText, nearCode] = await Promise.all([
    meant === undefined ? none : searchDense(tools, scope, { modality: 'text', vector: meant }),
    likened === undefined ? none : searchDense(tools, scope, { modality: 'code', vector: likened }),
  ]);
  return { nearText, nearCode, meant, note };
}

async function searchDense(
  tools: RetrievalTools,
  scope: RetrievalScope,
  { modality, vector }: { readonly modality: 'text' | 'code'; readonly vector: Float32Array },
): Promise<FoundDense> {
  const { dense } = tools;
  if (dense === undefined) return none;
  const { vectorIndex } = dense;
  const limit = Math.min(vectorIndex.maxHits, candidatesWanted(tools, scope));
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
): Promise<Nearness | undefined> {
  const { dense, chunkStore } = tools;
  const { meant: vector, rows } = known;
  if (dense === undefined || vector === undefined) return undefined;
  const limit = Math.min(dense.vectorIndex.maxHits, candidatesWanted(tools, scope));
  const asked = { vector, modality: 'either', limit, paths: scope.paths } as const;
  const hits = await dense.vectorIndex.search(scope.key, asked);
  const unknown = hits.map(({ key }) => key).filter((key) => !rows.has(key));
  const others = await chunkStore.chunksByKey(scope.key, unknown);
  return nearnessOf(tools, question, hits, [...rows.values(), ...others]);
}

function scoreAll(
  chunks: readonly ChunkRow[],
  found: Readonly<Record<Way, Similarities>>,
  { weights, bounds }: ThreeWayQuery,
): readonly RankedSpan[] {
  return chunks
    .flatMap((chunk): readonly RankedSpan[] => {
      const present = ways.flatMap((way) => {
        // Rounded vectors of the same text may be a little more than alike.
        const similarity = Math.min(1, found[way].get(chunk.key) ?? 0);
        if (similarity <= 0) return [];
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
