/**
 * Precomputes line starts and token counts, so that measuring a range of lines costs one subtraction.
 * Lines are 0-based.
 */

import { lowerBound } from '../../core/text/lower-bound.ts';
import { lineStarts, splitLines } from '../../core/text/decode-text.ts';
import { countTokensByLine } from '../../core/text/tokens.ts';

export interface MeasuredText {
  readonly text: string;
  readonly lineCount: number;
  /** Returns the offset of a line's first character, or the text's length for the line after the last. */
  startOfLine(line: number): number;
  lineAt(offset: number): number;
  /** Counts the tokens of the lines from `first` to `last`, both inclusive. */
  tokensOfLines(first: number, last: number): number;
  isBlank(line: number): boolean;
}

export function measureText(text: string): MeasuredText {
  const starts = lineStarts(text);
  const totals = countTokensByLine(splitLines(text));
  const lineCount = starts.length;
  return {
    text,
    lineCount,
    startOfLine: (line) => starts[line] ?? text.length,
    lineAt: (offset) =>
      Math.max(0, lowerBound(lineCount, (line) => (starts[line] ?? Infinity) <= offset) - 1),
    tokensOfLines: (first, last) => (totals[last + 1] ?? 0) - (totals[first] ?? 0),
    isBlank: (line) => totals[line + 1] === totals[line],
  };
}
