/**
 * Finds quotations of a claim in a text. Comment marks, white space, markup and capitals may differ, and an ellipsis may stand for words that
 * are missing.
 */

import { hasEnoughWords, occurInOrder, splitAtEllipsis } from './shortened-text.ts';
import { createTextMatcher } from './text-matcher.ts';
import { countWords, endOfSequence, proseSequence } from './word-sequences.ts';

/** A shorter quotation may be code or one name, whose punctuation decides. */
const minWords = 3;

export interface QuotationFinder {
  contains(quotation: string): boolean;
  /** Returns whether the text contains the quotation, although it begins or ends within a word. */
  containsMidWord(quotation: string): boolean;
}

export function createQuotationFinder(text: string): QuotationFinder {
  const matcher = createTextMatcher(text);
  let sequence: string | undefined;
  const readSequence = (): string => (sequence ??= proseSequence(text));
  const containsWhole = (quotation: string): boolean => {
    if (matcher.containsQuote(quotation)) return true;
    const words = proseSequence(quotation);
    return countWords(words) >= minWords && readSequence().includes(words);
  };
  const containsParts = (parts: readonly string[]): boolean => {
    if (!hasEnoughWords(parts)) return false;
    if (matcher.containsInOrder(parts)) return true;
    const sequences = parts.map(proseSequence).filter((words) => words !== '');
    return occurInOrder(sequences, (words, from) => endOfSequence(readSequence(), words, from));
  };
  return {
    contains: (quotation) => {
      if (containsWhole(quotation)) return true;
      const parts = splitAtEllipsis(quotation)?.map((part) => part.replace(/[.,;:!?]+$/, ''));
      const [first = ''] = parts ?? [];
      if (parts === undefined || first === '') return false;
      return parts.length === 1 ? containsWhole(first) : containsParts(parts);
    },
    containsMidWord: (quotation) => matcher.containsQuoteMidWord(quotation),
  };
}
