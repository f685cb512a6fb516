/** Whether what can be answered is answered, and what cannot is declined, judged by confidence alone. */

import type { ScoredCase } from './summarise.ts';

export interface Refusals {
  /** Of questions the repository holds an answer to. */
  readonly answeredRightly: number;
  readonly declinedWrongly: number;
  /** Of questions it holds none to. */
  readonly declinedRightly: number;
  readonly answeredWrongly: number;
  /** Answered, but marked as unsure. */
  readonly unsureOfAnswerable: number;
  readonly unsureOfOthers: number;
}

export function countRefusals(scored: readonly ScoredCase[]): Refusals {
  const count = (answerable: boolean, confidences: readonly string[]): number =>
    scored.filter(
      ({ asked, ranking }) => asked.answerable === answerable && confidences.includes(ranking.confidence),
    ).length;
  const answered = ['high', 'low'];
  const declined = ['out-of-scope'];
  return {
    answeredRightly: count(true, answered),
    declinedWrongly: count(true, declined),
    declinedRightly: count(false, declined),
    answeredWrongly: count(false, answered),
    unsureOfAnswerable: count(true, ['low']),
    unsureOfOthers: count(false, ['low']),
  };
}
