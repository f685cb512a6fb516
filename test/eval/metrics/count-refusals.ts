/** Counts whether answerable questions are answered and others declined, by confidence alone. */

import type { ScoredCase } from './summarize.ts';

export interface Refusals {
  /** Of questions that the repository answers. */
  readonly answeredRightly: number;
  readonly declinedWrongly: number;
  /** Of questions that it does not answer. */
  readonly declinedRightly: number;
  readonly answeredWrongly: number;
  /** Answered, but marked as unsure. */
  readonly unsureOfAnswerable: number;
  readonly unsureOfOthers: number;
}

export function countRefusals(scored: readonly ScoredCase[]): Refusals {
  const count = (answerable: boolean, confidences: readonly string[]): number =>
    scored.filter(
      ({ evaluationCase, ranking }) =>
        evaluationCase.answerable === answerable && confidences.includes(ranking.confidence),
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
