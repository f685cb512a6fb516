/** A question that a visitor of a site asked with a publishable key. Nothing in it says who asked. */

import type { Rating } from './feedback.ts';
import type { QuestionClass } from './question.ts';

export interface VisitorQuestion {
  /** The id of the turn. */
  readonly id: string;
  readonly repositoryId: string;
  readonly question: string;
  readonly class: QuestionClass;
  /** The repository does not contain the answer. */
  readonly isDeclined: boolean;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
}

export interface RatedQuestion extends VisitorQuestion {
  /** Undefined if the visitor did not rate the answer. */
  readonly rating: Rating | undefined;
}

export const visitorQuestionFilters = ['all', 'declined', 'down'] as const;
export type VisitorQuestionFilter = (typeof visitorQuestionFilters)[number];

export const visitorQuestionDays = 92;
