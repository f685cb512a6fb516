/**
 * Three-way search: by words, by the meaning of words and by the likeness of code, each with a query, a weight and bounds of its own.
 * A chunk's score is the weighted mean of the similarities it has; nothing else that is known of it counts.
 */

import type { Question } from '../core/question.ts';
import type { ChunkRow } from '../ports/chunk-store.ts';
import type { RankedSpan } from './rank-spans.ts';
import { byScore, rounded } from './ranking/scored.ts';
import {
  candidatesWanted,
  columnWeights,
  type RetrievalScope,
  type RetrievalTools,
  type Retrieved,
} from './retrieve-spans.ts';
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
  const embed = embeddingOnce(tools.dense);
  const limit = candidatesWanted(tools, scope);
  const [hits, nearText, nearCode] = await Promise.all([
    query.weights.sparse > 0
      ? tools.textIndex.search(scope.key, {
          terms: searchTerms(question.terms, terms.frequencies, scope.chunks),
          weights: columnWeights,
          limit,
          paths: scope.paths,
        })
      : [],
    query.weights.textDense > 0
      ? searchDense(tools, scope, { modality: 'text', vector: embed(question.text) })
      : none,
    query.weights.codeDense > 0
      ? searchDense(tools, scope, { modality: 'code', vector: embed(query.code ?? question.text) })
      : none,
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
  return { spans, definitions: [], ...terms };
}

interface FoundDense {
  readonly found: Similarities;
  /** The same, and how near chunks are that another way found. */
  readonly withOthers: (keys: readonly number[]) => Promise<Similarities>;
}

const nothing: Similarities = new Map();
const none: FoundDense = { found: nothing, withOthers: () => Promise.resolve(nothing) };

/** Embeds what several ways ask alike once. */
function embeddingOnce(dense: RetrievalTools['dense']): (text: string) => Promise<Float32Array | undefined> {
  const made = new Map<string, Promise<Float32Array | undefined>>();
  return (text) => {
    const vector = made.get(text) ?? dense?.embedder.embedQuery(text) ?? Promise.resolve(undefined);
    made.set(text, vector);
    return vector;
  };
}

async function searchDense(
  tools: RetrievalTools,
  scope: RetrievalScope,
  near: { readonly modality: 'text' | 'code'; readonly vector: Promise<Float32Array | undefined> },
): Promise<FoundDense> {
  const { dense } = tools;
  const vector = await near.vector;
  if (dense === undefined || vector === undefined) return none;
  const { vectorIndex } = dense;
  const { modality } = near;
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
