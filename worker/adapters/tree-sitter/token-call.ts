/**
 * Recognizes calls among tokens that the grammar does not parse, such as the arguments of a Rust macro. The query captures names before brackets,
 * and this module reads the text around them.
 */

import { lowerBound } from '../../core/text/lower-bound.ts';
import type { SyntaxRange } from '../../ports/parser.ts';
import type { CapturedReference } from './captured-names.ts';

/** Maximum UTF-16 units read backward for the receiver of a method. */
const maxReceiverLength = 300;
const maxTypeArgumentsLength = 200;
const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };

/** @returns the receiver before the called name, which may be empty; undefined when it is not a call */
export function readTokenCall(text: string, { start, end }: SyntaxRange): SyntaxRange | undefined {
  const textAfter = text.slice(end, end + maxTypeArgumentsLength);
  const isCall = /^(?:\s*\(|\s*!\s*[([{]|::<[^()]*>\()/.test(textAfter);
  if (!isCall && !(/^\s*\{/.test(textAfter) && /^\p{Lu}/u.test(text.slice(start, end)))) return undefined;
  const minStart = Math.max(0, start - maxReceiverLength);
  if (/(?:\b(?:fn|enum|for|impl|struct|trait)|->)\s*$/.test(text.slice(Math.max(0, start - 10), start)))
    return undefined;
  let receiverStart = start;
  for (
    let separatorStart = separatorBefore(text, receiverStart);
    separatorStart !== receiverStart && separatorStart > minStart;
  ) {
    receiverStart = segmentBefore(text, separatorStart, minStart);
    // A receiver that does not start with a name or brackets is not a path.
    if (receiverStart === separatorStart) return { start: separatorStart, end: separatorStart + 1 };
    separatorStart = separatorBefore(text, receiverStart);
  }
  const receiver = text.slice(receiverStart, start).replace(/\s*(?:\.|::)\s*$/, '');
  return { start: receiverStart, end: receiverStart + receiver.length };
}

/** Removes token calls within the ranges, because the arguments of attributes are not calls. */
export function omitTokensIn(
  references: readonly CapturedReference[],
  ranges: readonly SyntaxRange[],
): CapturedReference[] {
  if (!references.some(({ token }) => token)) return [...references];
  const sortedRanges = ranges.toSorted((a, b) => a.start - b.start);
  return references.filter(({ token, name }) => {
    if (!token) return true;
    const nextRange = lowerBound(
      sortedRanges.length,
      (index) => (sortedRanges[index]?.start ?? Infinity) <= name.start,
    );
    return (sortedRanges[nextRange - 1]?.end ?? 0) <= name.start;
  });
}

/** Returns the start of the `.` or `::` that ends at `at`, including surrounding whitespace; `at` if there is none. */
function separatorBefore(text: string, at: number): number {
  const i = spaceBefore(text, at);
  if (text.startsWith('::', i - 2)) return spaceBefore(text, i - 2);
  // Two dots are a range.
  if (text[i - 1] === '.' && text[i - 2] !== '.') return spaceBefore(text, i - 1);
  return at;
}

function spaceBefore(text: string, at: number): number {
  let i = at;
  while (i > 0 && at - i < maxReceiverLength && /\s/.test(text.charAt(i - 1))) i -= 1;
  return i;
}

/** Returns the start of the segment that ends at `at`: a name, with `?` and brackets after it. */
function segmentBefore(text: string, at: number, minStart: number): number {
  let i = at;
  if (text[i - 1] === '?') i -= 1;
  for (;;) {
    const opener = openers[text.charAt(i - 1)];
    if (opener === undefined) break;
    i = openingBefore(text, i - 1, opener);
    if (i < minStart) return at;
    if (text.startsWith('::', i - 2)) i -= 2;
  }
  while (i > minStart && /[\p{L}\p{N}_$]/u.test(text.charAt(i - 1))) i -= 1;
  return i;
}

/** Returns the offset of the bracket that the one at `at` closes; -1 if it is too far away. */
function openingBefore(text: string, at: number, opener: string): number {
  const closer = text.charAt(at);
  let depth = 0;
  for (let i = at; i >= 0 && at - i < maxReceiverLength; i--) {
    const char = text[i];
    if (char === closer) depth += 1;
    else if (char === opener) depth -= 1;
    if (depth === 0) return i;
  }
  return -1;
}
