/** Drops greetings and thanks before a question: a search would look for their words. */

import { isGreetingClause } from '../question-class/classify-request.ts';
import { startsAsQuestion } from './split-question.ts';

/** The first clause, and the text after it. */
const firstClause = /^([^`.!?,;:\n]*\p{L})\s*(?:[.!?,;…]+\s|\n|\s[–—-]\s)\s*(\S.*)$/su;
/** More words than a greeting has. */
const maxWords = 6;

/** @returns the text itself if it begins with something else, or if what follows is no question */
export function dropGreeting(text: string): string {
  const [, clause = '', rest = ''] = firstClause.exec(text.trim()) ?? [];
  if (clause === '' || clause.split(/\s+/).length > maxWords) return text;
  if (!isGreetingClause(clause)) return text;
  const question = dropGreeting(rest);
  return startsAsQuestion(question) ? question : text;
}
