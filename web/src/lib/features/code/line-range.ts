/** Formats line ranges. Addresses write them as `#L10` or `#L10-L20`, 1-based and inclusive. Pure. */

export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
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

/** @param line 1-based. Always false without a range. */
export function isLineInRange(line: number, range: LineRange | null): boolean {
  return range !== null && line >= range.startLine && line <= range.endLine;
}
