/** Reads a Markdown table: a header row, a row of dashes and the rows below. Pure. */
import { extractMarkers, markClaimEnd } from './claim-marker.ts';
import { parseInline, type Inline } from './parse-inline.ts';

interface ParsedTable {
  readonly block: { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] };
  readonly lineCount: number;
}

const dashes = /^\s*\|?\s*:?-{1,}:?\s*(?:\|\s*:?-{1,}:?\s*)*\|?\s*$/;

/** @returns null if the lines do not start with a table */
export function readTable(lines: readonly string[]): ParsedTable | null {
  const [header = '', delimiter = ''] = lines;
  if (!header.includes('|') || !delimiter.includes('-') || !dashes.test(delimiter)) return null;
  const columnCount = splitRow(header).length;
  if (splitRow(delimiter).length !== columnCount) return null;
  const end = lines.findIndex((line, index) => index > 1 && !line.includes('|'));
  const lineCount = end < 0 ? lines.length : end;
  const rows = lines
    .slice(0, lineCount)
    .filter((_line, index) => index !== 1)
    .map((line) => padRow(splitRow(line), columnCount).map(parseInline));
  return { block: { kind: 'table', rows }, lineCount };
}

/** The cells of a row. Bars in code and escaped bars separate no cells. A marker after the last bar belongs to the last cell. */
function splitRow(line: string): string[] {
  const { text: end, ids } = extractMarkers(/\|[^|]*$/.exec(line)?.[0] ?? '');
  const isClosed = end.trim() === '|';
  const row = isClosed ? line.slice(0, line.lastIndexOf('|')) : line;
  const cells = row
    .replace(/^\s*\|/, '')
    .split(/(?<!\\)\|(?=(?:[^`]*`[^`]*`)*[^`]*$)/)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
  const last = cells.pop() ?? '';
  return [...cells, isClosed ? last + ids.map(markClaimEnd).join('') : last];
}

/** Adds missing cells. Further cells stay, so that no text is lost. */
function padRow(cells: readonly string[], columnCount: number): readonly string[] {
  const missing = Math.max(0, columnCount - cells.length);
  return [...cells, ...Array.from({ length: missing }, () => '')];
}
