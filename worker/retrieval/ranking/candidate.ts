/** Defines a candidate: a chunk that may answer a question, with the results of the searches that found it. */

import type { ChunkRow } from '../../ports/chunk-store.ts';

export interface Candidate {
  readonly chunk: ChunkRow;
  /** BM25 score; 0 if another search found the chunk. */
  readonly bm25: number;
  /** Cosine with the question, of its text or its code, whichever is nearer; undefined without a vector. */
  readonly similarity?: number | undefined;
  /** Certainty that a definition that starts in the chunk is the requested one, 0 to 1. */
  readonly defines: number;
  /** Whether the chunk contains a whole name that is written as code in the question. */
  readonly containsName?: boolean;
}

/** The rarity of each word of a question in a repository, by word. */
export type TermWeights = ReadonlyMap<string, number>;

interface Scored {
  readonly chunk: { readonly key: number };
  readonly score: number;
}

/** Orders by score, then by key. */
export function compareByScore(a: Scored, b: Scored): number {
  return b.score - a.score || a.chunk.key - b.chunk.key;
}

/** Rounds to four digits, because more are not significant. */
export function roundScore(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
