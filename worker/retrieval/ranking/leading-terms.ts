/** Finds the terms of a question's first sentence, which usually states the request. */

import type { Question, QuestionTerm } from '../../core/answers/question.ts';

/** Minimum length of the first sentence, because the marks in "Fix: …" and "e.g. …" do not end it. */
const minLeadLength = 12;
const sentenceEnd = /[.!?:]\s|\n/;

/** Returns all terms if the question is one sentence, or if its first sentence has no content word. */
export function findLeadingTerms({ text, terms }: Pick<Question, 'text' | 'terms'>): readonly QuestionTerm[] {
  const end = sentenceEnd.exec(text.slice(minLeadLength));
  if (end === null) return terms;
  const firstSentence = text.slice(0, minLeadLength + end.index).toLowerCase();
  const leadTerms = terms.filter(({ word }) => firstSentence.includes(word));
  return leadTerms.length > 0 ? leadTerms : terms;
}
