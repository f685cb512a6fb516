/** Finds where the terms of a question occur in a text, in any of their forms: `routes` and the second half of `SmartRouter` for `route`. */

import { ascii, asciiWordPattern, extractWordTerms, partPattern, wordPattern } from './terms.ts';

/** UTF-16 offsets, end exclusive. */
export interface TermRange {
  readonly start: number;
  readonly end: number;
  /** The matching terms. */
  readonly terms: readonly string[];
}

/** @returns ranges in order, without overlaps: a whole word, or the parts of it that match */
export function findTermRanges(text: string, terms: ReadonlySet<string>): readonly TermRange[] {
  const ranges: TermRange[] = [];
  for (const { index, 0: word } of text.matchAll(ascii.test(text) ? asciiWordPattern : wordPattern)) {
    const found = extractWordTerms(word).filter((term) => terms.has(term));
    if (found.length === 0) continue;
    const parts = [...word.matchAll(partPattern)];
    const isWhole = terms.has(word.toLowerCase()) || parts.length < 2;
    if (isWhole) ranges.push({ start: index, end: index + word.length, terms: found });
    else ranges.push(...findParts(parts, index, terms));
  }
  return ranges;
}

function findParts(
  parts: readonly RegExpExecArray[],
  offset: number,
  terms: ReadonlySet<string>,
): readonly TermRange[] {
  return parts.flatMap(({ index, 0: part }) => {
    const found = extractWordTerms(part).filter((term) => terms.has(term));
    const start = offset + index;
    return found.length === 0 ? [] : [{ start, end: start + part.length, terms: found }];
  });
}
