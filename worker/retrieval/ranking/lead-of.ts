/** The words a question leads with: of several sentences the first says most of what is wanted, the others how it came about. */

import type { Question, QuestionTerm } from '../../core/question.ts';

/** "Fix: …" and "e.g. …" end no sentence. */
const shortestLead = 12;
const sentenceEnd = /[.!?:]\s|\n/;

/** All of its words where it is one sentence, or where the first has none that matters. */
export function leadOf({ text, terms }: Pick<Question, 'text' | 'terms'>): readonly QuestionTerm[] {
  const end = sentenceEnd.exec(text.slice(shortestLead));
  if (end === null) return terms;
  const lead = text.slice(0, shortestLead + end.index).toLowerCase();
  const within = terms.filter(({ word }) => lead.includes(word));
  return within.length > 0 ? within : terms;
}
