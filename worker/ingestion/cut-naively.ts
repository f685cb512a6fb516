/**
 * The cut that knows nothing of syntax: as many whole lines as fit into 1,000 characters, as the splitters most tools begin with make
 * them. It is here to be measured against: what cutting along the grammar is worth, all else being the same.
 */

import { countTokens } from '../core/tokens.ts';
import type { MeasuredText } from './measured-text.ts';
import { pieceOfLines, type Piece } from './piece.ts';

/** Characters of UTF-16, which is what splitters count; the usual size of LangChain's tutorials. */
export const naiveLength = 1_000;

/** The pieces in order are the whole text; tokens are not looked at. */
export function cutNaively(measured: MeasuredText): Piece[] {
  const pieces: Piece[] = [];
  for (let first = 0; first < measured.lineCount;) {
    const start = measured.startOfLine(first);
    let last = first;
    while (last + 1 < measured.lineCount && measured.startOfLine(last + 2) - start <= naiveLength) last += 1;
    const isLong = measured.startOfLine(first + 1) - start > naiveLength;
    if (isLong) pieces.push(...cutLongLine(measured, first));
    else pieces.push(pieceOfLines(measured, { first, last }, { kind: 'text', alone: false }));
    first = last + 1;
  }
  return pieces;
}

function cutLongLine({ text, startOfLine }: MeasuredText, line: number): Piece[] {
  const pieces: Piece[] = [];
  const lineEnd = startOfLine(line + 1);
  for (let start = startOfLine(line); start < lineEnd;) {
    const cut = Math.min(start + naiveLength, lineEnd);
    // Half of a character could not be encoded.
    const end = cut < lineEnd && isHighSurrogate(text.charCodeAt(cut - 1)) ? cut - 1 : cut;
    const tokens = countTokens(text.slice(start, end));
    pieces.push({ start, end, tokens, kind: 'text', kindTokens: tokens, alone: false });
    start = end;
  }
  return pieces;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
