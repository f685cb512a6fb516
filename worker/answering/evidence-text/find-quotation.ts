/**
 * Finds quotations of a claim in a text. Comment marks, white space, markup and capitals may differ, and an ellipsis may stand for words that
 * are missing.
 */

import { createTextMatcher } from './text-matcher.ts';
import { proseSequence } from './word-sequences.ts';

/** A shorter quotation may be code or one name, whose punctuation decides. */
const minWords = 3;
const ellipsis = /\s*(?:\[(?:…|\.{3})\]|…|\.{3,})\s*/;

export interface QuotationFinder {
  contains(quotation: string): boolean;
  /** Returns whether the text contains the quotation, although it begins or ends within a word. */
  containsMidWord(quotation: string): boolean;
}

export function createQuotationFinder(text: string): QuotationFinder {
  const matcher = createTextMatcher(text);
  let sequence: string | undefined;
  const containsPiece = (piece: string): boolean => {
    if (matcher.containsQuote(piece)) return true;
    const words = proseSequence(piece);
    return words.split(' ').length - 2 >= minWords && (sequence ??= proseSequence(text)).includes(words);
  };
  return {
    contains: (quotation) => {
      if (containsPiece(quotation)) return true;
      const pieces = quotation.split(ellipsis).filter((piece) => /[\p{L}\p{N}]/u.test(piece));
      const isShortened = ellipsis.test(quotation) && pieces.length > 0;
      return isShortened && pieces.every((piece) => containsPiece(piece.replace(/[.,;:!?]+$/, '')));
    },
    containsMidWord: (quotation) => matcher.containsQuoteMidWord(quotation),
  };
}
