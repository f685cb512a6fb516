/** Counts answered and declined questions by the confidence of their ranking, and whether that was right. */

import type { ScoredCase } from './summarize.ts';

export interface Refusals {
  /** Counts among the questions that the repository answers. */
  readonly answeredRightly: number;
  readonly declinedWrongly: number;
  /** Counts among the questions that the repository does not answer. */
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
