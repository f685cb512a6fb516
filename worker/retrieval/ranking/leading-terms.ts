/** The terms of a question's first sentence, which usually says what is requested. */

import type { Question, QuestionTerm } from '../../core/answers/question.ts';

/** "Fix: …" and "e.g. …" end no sentence. */
const shortestLead = 12;
const sentenceEnd = /[.!?:]\s|\n/;

/** All of its words where it is one sentence, or where the first has none that matters. */
export function leadingTerms({ text, terms }: Pick<Question, 'text' | 'terms'>): readonly QuestionTerm[] {
  const end = sentenceEnd.exec(text.slice(shortestLead));
  if (end === null) return terms;
  const lead = text.slice(0, shortestLead + end.index).toLowerCase();
  const within = terms.filter(({ word }) => lead.includes(word));
  return within.length > 0 ? within : terms;
}
