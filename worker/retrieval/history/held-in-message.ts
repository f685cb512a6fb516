/** How much of what a question says a commit's message says too: whatever else was found, a message with one of five words tells little. */

import { holdsWord, type QuestionTerm } from '../../core/question.ts';
import { termsOf } from '../../core/terms.ts';

/** UTF-16 units of a message that are read: more of it is lists of what was done besides. */
const messageRead = 3_000;

/** Share of the terms, 0 to 1. */
export function heldInMessage(message: string, terms: readonly QuestionTerm[]): number {
  if (terms.length === 0) return 0;
  const held = new Set(termsOf(message.slice(0, messageRead)));
  return terms.filter((term) => holdsWord(held, term)).length / terms.length;
}
