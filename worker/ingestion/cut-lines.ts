/**
 * Cuts lines without syntax: as many as fit, ending after a blank line where one is near. A line over the budget by
 * itself is cut inside, between tokens and never within a surrogate pair.
 */

import { countTokens } from '../core/text/tokens.ts';
import type { MeasuredText } from './measured-text.ts';
import { pieceOfLines } from './piece.ts';
import type { LineRange, Piece } from './piece.ts';

export function cutLines(
  measured: MeasuredText,
  range: LineRange,
  { kind, maxTokens }: { kind: string; maxTokens: number },
): Piece[] {
  const pieces: Piece[] = [];
  for (let first = range.first; first <= range.last;) {
    if (measured.tokensOfLines(first, first) > maxTokens) {
      pieces.push(...cutInsideLine(measured, first, maxTokens));
      first += 1;
      continue;
    }
    const last = lastThatFits(measured, { first, last: range.last }, maxTokens);
    pieces.push(pieceOfLines(measured, { first, last }, { kind, alone: false }));
    first = last + 1;
  }
  return pieces;
}

/** The last line of a piece from `first`: the latest blank line in its second half, else the last that fits. */
function lastThatFits(measured: MeasuredText, { first, last }: LineRange, maxTokens: number): number {
  let end = first;
  let blank: number | undefined;
  while (end < last && measured.tokensOfLines(first, end + 1) <= maxTokens) {
    end += 1;
    if (measured.isBlank(end) && measured.tokensOfLines(first, end) * 2 >= maxTokens) blank = end;
  }
  return end === last ? end : (blank ?? end);
}

/** Longest stretch of a word taken in one step: a multiple of the letters and of the digits a token has. */
const stepLength = 60;

function cutInsideLine(measured: MeasuredText, line: number, maxTokens: number): Piece[] {
  const { text } = measured;
  const lineEnd = measured.startOfLine(line + 1);
  const pieces: Piece[] = [];
  let start = measured.startOfLine(line);
  while (start < lineEnd) {
    const end = endWithin(text, { start, lineEnd, maxTokens });
    const tokens = countTokens(text.slice(start, end));
    pieces.push({ start, end, tokens, kind: 'blob', kindTokens: tokens, alone: false });
    start = end;
  }
  return pieces;
}

function endWithin(
  text: string,
  { start, lineEnd, maxTokens }: { start: number; lineEnd: number; maxTokens: number },
): number {
  let end = start;
  let tokens = 0;
  while (end < lineEnd) {
    const word = wordIn(text.slice(end, Math.min(end + stepLength, lineEnd)));
    const count = countTokens(word);
    if (tokens + count <= maxTokens) {
      tokens += count;
      end += word.length;
      continue;
    }
    if (isSymbolRun(word)) end += (maxTokens - tokens) * (word.length / count);
    else if (end === start) end += wordIn(word.slice(0, 2)).length;
    break;
  }
  return end;
}

/** The word or run of spaces a stretch begins with. Its end is never the middle of a surrogate pair. */
function wordIn(stretch: string): string {
  return /^(?:\s+|\p{L}+|\p{N}+|([^\s\p{L}\p{N}])\1*)/u.exec(stretch)?.[0] ?? stretch;
}

/** A run of one symbol has one token per symbol, so it can be split anywhere. */
function isSymbolRun(word: string): boolean {
  return /^[^\s\p{L}\p{N}]/u.test(word);
}
