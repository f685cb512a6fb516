/**
 * Finds text that was shortened with an ellipsis: its parts must occur in one text, in order. Parts that carry too little occur in order in
 * nearly every text, so they find nothing.
 */

const ellipsis = /\s*(?:\[(?:…|\.{3})\]|…|\.{3,})\s*/;

/**
 * By chance, two words in a row occur in 3 % of the other spans of a repository, and two single words in order in 6 %. Three words in two parts
 * occur in 1 %, as three words in a row do.
 */
const minWords = 3;
/** In code, punctuation marks count too. Two parts of two tokens occur in .7 % of the other spans. */
const minTokens = 4;

/** @returns the parts with a letter or digit, and `undefined` for a text without an ellipsis */
export function splitAtEllipsis(text: string): readonly string[] | undefined {
  const parts = text.split(ellipsis);
  return parts.length === 1 ? undefined : parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
}

/** Returns whether several parts of a quotation tell one text from others. */
export function hasEnoughWords(parts: readonly string[]): boolean {
  return hasEnough(parts, /[\p{L}\p{M}\p{N}_]+/gu, minWords);
}

/** Returns whether several parts of code tell one text from others. */
export function hasEnoughTokens(parts: readonly string[]): boolean {
  return hasEnough(parts, /[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu, minTokens);
}

function hasEnough(parts: readonly string[], unit: RegExp, min: number): boolean {
  const counts = parts.map((part) => part.match(unit)?.length ?? 0);
  return counts.some((count) => count > 1) && counts.reduce((sum, count) => sum + count, 0) >= min;
}

/** @param findEnd returns the end of the first occurrence of the part at or after an offset, or -1 */
export function occurInOrder(
  parts: readonly string[],
  findEnd: (part: string, from: number, isLast: boolean) => number,
): boolean {
  let from = 0;
  return parts.every((part, index) => {
    const end = findEnd(part, from, index === parts.length - 1);
    from = end;
    return end >= 0;
  });
}
