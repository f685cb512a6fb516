/**
 * Reads an exhaustive question in any word order: it takes the names, paths and quotations out of the text, and the remaining words must
 * all belong to the vocabulary. One word of another meaning makes it another question, so that "how" and "why" questions are never lists.
 */

import type { ListReading } from '../../core/answers/question.ts';
import { correctQuestionWords } from '../question-class/correct-question-words.ts';
import { readListParts } from './list-parts.ts';
import { toListQuery } from './list-queries.ts';
import { readListTokens } from './list-tokens.ts';
import { otherQuestions } from './list-words.ts';

/** Maximum length in characters. A longer question asks several things. */
const maxLength = 200;

/** @returns undefined if this is not an exhaustive question */
export function readListQuestion(text: string): ListReading | undefined {
  if (text.length > maxLength) return undefined;
  const tokens = readListTokens(text);
  const plain = correctQuestionWords(
    tokens.flatMap((token) => (token.kind === 'word' ? [token.text.toLowerCase()] : ['‹name›'])).join(' '),
  );
  if (otherQuestions.test(plain)) return undefined;
  const question = readListParts(tokens, plain.split(' '));
  if (question === undefined) return undefined;
  const query = toListQuery(question, plain);
  return query === undefined
    ? undefined
    : { query: { ...query, ...question.scope }, folder: question.folder };
}
