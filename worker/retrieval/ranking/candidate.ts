/** A chunk that may answer a question, with the results of the searches that found it. */

import type { ChunkRow } from '../../ports/chunk-store.ts';

export interface Candidate {
  readonly chunk: ChunkRow;
  /** BM25, 0 where the chunk came in another way. */
  readonly bm25: number;
  /** Cosine with the question, of its words or its code, whichever is nearer; undefined where it has no vector. */
  readonly similarity?: number | undefined;
  /** It begins the definition of a name asked for: how sure that this name is meant, 0 to 1. */
  readonly defines: number;
  /** It holds a name the question writes as code, whole. */
  readonly holdsName?: boolean;
}

/** How rare each word of a question is in a repository, by the word. */
export type TermWeights = ReadonlyMap<string, number>;

interface Scored {
  readonly chunk: { readonly key: number };
  readonly score: number;
}

/** Best first; of equal ones the lower key. */
export function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || a.chunk.key - b.chunk.key;
}

/** Four digits: more of them say nothing. */
export function roundScore(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
