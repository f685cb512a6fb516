/** Weighs each line of a span by the question words that it contains. Rarer words weigh more. */

import { containsWord, type QuestionTerm } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';
import { splitLines } from '../../core/text/decode-text.ts';

/** The weight of a line without words of the question, since it is still part of the result. All words together add 1. */
const baseWeight = 0.15;
/** The weight of a blank line or a closing bracket. */
const emptyLineWeight = 0.02;

export function weighLines(
  text: string,
  terms: readonly QuestionTerm[],
  weight: (word: string) => number,
): readonly number[] {
  const maxWeight = terms.reduce((sum, term) => sum + weight(term.word), 0);
  return splitLines(text).map((line) => {
    if (!/[\p{L}\p{N}]/u.test(line)) return emptyLineWeight;
    if (maxWeight === 0) return 1;
    const lineWords = new Set(extractTerms(line));
    const matchedWeight = terms
      .filter((term) => containsWord(lineWords, term))
      .reduce((sum, term) => sum + weight(term.word), 0);
    return baseWeight + matchedWeight / maxWeight;
  });
}
