/** What a request says of the order of its spans, as the two steps that make it: the ranking, and what reads the best of it again. */

import type { RerankerChoice } from '../core/question.ts';
import type { Ranker } from '../retrieval/rank-spans.ts';

/** What reads the best spans again: a cross-encoder, a model that writes, or nothing. */
export type Rereading = 'cross-encoder' | 'model' | 'none';

interface ChosenRanker {
  readonly ranker: Ranker;
  /** Undefined where the deployment decides. */
  readonly rereads: Rereading | undefined;
}

/** What is read again is the fitted order. */
export function chooseRanker(reranker: RerankerChoice | undefined): ChosenRanker {
  if (reranker === undefined) return { ranker: 'learned', rereads: undefined };
  if (reranker === 'cross-encoder' || reranker === 'model') return { ranker: 'learned', rereads: reranker };
  return { ranker: reranker, rereads: 'none' };
}
