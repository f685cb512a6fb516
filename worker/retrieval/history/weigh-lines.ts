/** How much each line of a span matters to a question of its past: by the words of the question it holds, the rarer the more. */

import { holdsWord, type QuestionTerm } from '../../core/question.ts';
import { termsOf } from '../../core/terms.ts';
import { splitLines } from '../../core/text.ts';

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
    const held = new Set(termsOf(line));
    const share = terms
      .filter((term) => holdsWord(held, term))
      .reduce((sum, term) => sum + weight(term.word), 0);
    return base + share / most;
  });
}
