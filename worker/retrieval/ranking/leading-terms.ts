/** The terms of a question's first sentence, which usually says what is requested. */

import type { Question, QuestionTerm } from '../../core/answers/question.ts';

/** "Fix: …" and "e.g. …" do not end a sentence. */
const minLeadLength = 12;
const sentenceEnd = /[.!?:]\s|\n/;

/** All of its terms if it has one sentence, or if the first sentence has no content word. */
export function leadingTerms({ text, terms }: Pick<Question, 'text' | 'terms'>): readonly QuestionTerm[] {
  const end = sentenceEnd.exec(text.slice(minLeadLength));
  if (end === null) return terms;
  const lead = text.slice(0, minLeadLength + end.index).toLowerCase();
  const within = terms.filter(({ word }) => lead.includes(word));
  return within.length > 0 ? within : terms;
}
