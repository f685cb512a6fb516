/** A chunk that may be what a question asks for, with what the searches that found it say of it. */

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
