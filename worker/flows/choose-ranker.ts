/** What a request says of the order of its spans, as the two steps that make it: the ranking, and what reads the best of it again. */

import type { RerankerChoice } from '../core/question.ts';
import type { Ranker } from '../retrieval/rank-spans.ts';

export interface ChosenRanker {
  readonly ranker: Ranker;
  /** Undefined where the deployment decides. */
  readonly crossEncodes: boolean | undefined;
}

/** What a cross-encoder reads again is the fitted order. */
export function chooseRanker(reranker: RerankerChoice | undefined): ChosenRanker {
  if (reranker === undefined) return { ranker: 'learned', crossEncodes: undefined };
  if (reranker === 'cross-encoder') return { ranker: 'learned', crossEncodes: true };
  return { ranker: reranker, crossEncodes: false };
}
