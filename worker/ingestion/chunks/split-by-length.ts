/**
 * Splits text into whole lines of at most 1,000 characters and ignores syntax, as the default splitters of
 * most tools do. It is the baseline for measuring what syntax-aware splitting gains.
 */

import { countTokens } from '../../core/text/tokens.ts';
import type { MeasuredText } from './measured-text.ts';
import { createDraft, type DraftChunk } from './draft-chunk.ts';

/** In UTF-16 units, as most splitters count. LangChain's tutorials use this chunk size. */
export const naiveChunkLength = 1_000;

/** Returns drafts that cover the whole text in order. Token counts do not affect the splits. */
export function splitByLength(measured: MeasuredText): DraftChunk[] {
  const drafts: DraftChunk[] = [];
  for (let first = 0; first < measured.lineCount;) {
    const start = measured.startOfLine(first);
    let last = first;
    while (last + 1 < measured.lineCount && measured.startOfLine(last + 2) - start <= naiveChunkLength)
      last += 1;
    const isLong = measured.startOfLine(first + 1) - start > naiveChunkLength;
    if (isLong) drafts.push(...splitOverlongLine(measured, first));
    else drafts.push(createDraft(measured, { first, last }, { kind: 'text', isStandalone: false }));
    first = last + 1;
  }
  return drafts;
}

function splitOverlongLine({ text, startOfLine }: MeasuredText, line: number): DraftChunk[] {
  const drafts: DraftChunk[] = [];
  const lineEnd = startOfLine(line + 1);
  for (let start = startOfLine(line); start < lineEnd;) {
    const cut = Math.min(start + naiveChunkLength, lineEnd);
    // Half a surrogate pair cannot be encoded.
    const end = cut < lineEnd && isHighSurrogate(text.charCodeAt(cut - 1)) ? cut - 1 : cut;
    const tokens = countTokens(text.slice(start, end));
    drafts.push({ start, end, tokens, kind: 'text', kindTokens: tokens, isStandalone: false });
    start = end;
  }
  return drafts;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
