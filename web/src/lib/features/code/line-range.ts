/**
 * Parses and formats line ranges. Addresses write them as `#L10` or `#L10-L20`, 1-based and inclusive. Pure. An invalid range is null, not
 * an error, since people edit addresses by hand.
 */

export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

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

/** The hash with its `#`. */
export function formatLineHash(range: LineRange): string {
  return range.startLine === range.endLine
    ? `#L${range.startLine}`
    : `#L${range.startLine}-L${range.endLine}`;
}

/** For display: `line 10`, `lines 10–20`. */
export function formatLines(range: LineRange): string {
  return range.startLine === range.endLine
    ? `line ${range.startLine}`
    : `lines ${range.startLine}–${range.endLine}`;
}

/** The selection after a click on a line number. With Shift, the range extends or shrinks to that line. */
export function selectLine(current: LineRange | null, line: number, shift: boolean): LineRange {
  if (!shift || current === null) return { startLine: line, endLine: line };
  return line < current.startLine
    ? { startLine: line, endLine: current.endLine }
    : { startLine: current.startLine, endLine: line };
}

/** @param line 1-based. Always false without a range. */
export function isLineInRange(line: number, range: LineRange | null): boolean {
  return range !== null && line >= range.startLine && line <= range.endLine;
}
