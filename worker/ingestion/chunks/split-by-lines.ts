/**
 * Splits lines without syntax: each draft contains as many lines as fit and preferably ends after a blank line.
 * A line over the budget is split between tokens and never within a surrogate pair.
 */

import { countTokens } from '../../core/text/tokens.ts';
import type { MeasuredText } from './measured-text.ts';
import { createDraft } from './draft-chunk.ts';
import type { LineRange, DraftChunk } from './draft-chunk.ts';

export function splitByLines(
  measured: MeasuredText,
  range: LineRange,
  { kind, maxTokens }: { kind: string; maxTokens: number },
): DraftChunk[] {
  const drafts: DraftChunk[] = [];
  for (let first = range.first; first <= range.last;) {
    if (measured.tokensOfLines(first, first) > maxTokens) {
      drafts.push(...splitLongLine(measured, first, maxTokens));
      first += 1;
      continue;
    }
    const last = findLastFittingLine(measured, { first, last: range.last }, maxTokens);
    drafts.push(createDraft(measured, { first, last }, { kind, isStandalone: false }));
    first = last + 1;
  }
  return drafts;
}

/** Returns the latest blank line in the second half of the budget, or the last line that fits. */
function findLastFittingLine(measured: MeasuredText, { first, last }: LineRange, maxTokens: number): number {
  let end = first;
  let blank: number | undefined;
  while (end < last && measured.tokensOfLines(first, end + 1) <= maxTokens) {
    end += 1;
    if (measured.isBlank(end) && measured.tokensOfLines(first, end) * 2 >= maxTokens) blank = end;
  }
  return end === last ? end : (blank ?? end);
}

/** Maximum number of characters of a word that are counted at once: a multiple of the letters and of the digits in one token. */
const maxWordLength = 60;

function splitLongLine(measured: MeasuredText, line: number, maxTokens: number): DraftChunk[] {
  const { text } = measured;
  const lineEnd = measured.startOfLine(line + 1);
  const drafts: DraftChunk[] = [];
  let start = measured.startOfLine(line);
  while (start < lineEnd) {
    const end = findEndWithinBudget(text, { start, lineEnd, maxTokens });
    const tokens = countTokens(text.slice(start, end));
    drafts.push({ start, end, tokens, kind: 'blob', kindTokens: tokens, isStandalone: false });
    start = end;
  }
  return drafts;
}

function findEndWithinBudget(
  text: string,
  { start, lineEnd, maxTokens }: { start: number; lineEnd: number; maxTokens: number },
): number {
  let end = start;
  let tokens = 0;
  while (end < lineEnd) {
    const word = readLeadingWord(text.slice(end, Math.min(end + maxWordLength, lineEnd)));
    const count = countTokens(word);
    if (tokens + count <= maxTokens) {
      tokens += count;
      end += word.length;
      continue;
    }
    if (isSymbolRun(word)) end += (maxTokens - tokens) * (word.length / count);
    else if (end === start) end += readLeadingWord(word.slice(0, 2)).length;
    break;
  }
  return end;
}

/** Returns the word or run of spaces at the start. It never ends inside a surrogate pair. */
function readLeadingWord(text: string): string {
  return /^(?:\s+|\p{L}+|\p{N}+|([^\s\p{L}\p{N}])\1*)/u.exec(text)?.[0] ?? text;
}

/** A run of one symbol has one token per symbol, so it can be split anywhere. */
function isSymbolRun(word: string): boolean {
  return /^[^\s\p{L}\p{N}]/u.test(word);
}
