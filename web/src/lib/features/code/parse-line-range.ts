/** Reads line ranges from addresses and clicks. Pure. An invalid range is null, not an error, since people edit addresses by hand. */
import type { LineRange } from './line-range.ts';

const pattern = /^#?L?(\d{1,9})(?:\s*[-–:]\s*L?(\d{1,9}))?$/i;

/** Reads `#L10-L20`, and typed forms such as `10` and `10-20`. A reversed range is corrected. */
export function parseLineRange(text: string): LineRange | null {
  const match = pattern.exec(text.trim());
  if (match === null) return null;
  const first = Number(match[1]);
  const second = match[2] === undefined ? first : Number(match[2]);
  if (first < 1 || second < 1) return null;
  return { startLine: Math.min(first, second), endLine: Math.max(first, second) };
}

/** The selection after a click on a line number. With Shift, the range extends or shrinks to that line. */
export function selectLine(current: LineRange | null, line: number, shift: boolean): LineRange {
  if (!shift || current === null) return { startLine: line, endLine: line };
  return line < current.startLine
    ? { startLine: line, endLine: current.endLine }
    : { startLine: current.startLine, endLine: line };
}
