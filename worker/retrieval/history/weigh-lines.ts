/** Weighs each line of a span by the question words it contains, rarer words more. */

import { containsWord, type QuestionTerm } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';
import { splitLines } from '../../core/text/decode-text.ts';

/** What a line without a word of the question still counts, beside one that holds all of them: it is part of what was found. */
const base = 0.15;
/** A blank line or a closing bracket tells nothing. */
const empty = 0.02;

export function weighLines(
  text: string,
  terms: readonly QuestionTerm[],
  weight: (word: string) => number,
): readonly number[] {
  const most = terms.reduce((sum, term) => sum + weight(term.word), 0);
  return splitLines(text).map((line) => {
    if (!/[\p{L}\p{N}]/u.test(line)) return empty;
    if (most === 0) return 1;
    const held = new Set(extractTerms(line));
    const share = terms
      .filter((term) => containsWord(held, term))
      .reduce((sum, term) => sum + weight(term.word), 0);
    return base + share / most;
  });
}
