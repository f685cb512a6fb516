/**
 * Finds the lines that a claim is about within the lines it cites. These are the line numbers in its text, such as "at line 197" or
 * "lines 8–11", otherwise the line that contains its quotation. Pure.
 */
import type { LineRange } from '../../code/line-range.ts';

export interface CitedLines extends LineRange {
  /** The text of these lines. */
  readonly text: string;
}

/** The maximum number of quotations to look up. A claim usually contains one or two. */
const maxQuotations = 8;
/** Only this many characters of a quotation are compared, since a longer part may span lines. */
const comparedLength = 16;

/** @returns null if the claim identifies no lines, or all the lines it cites */
export function findNamedLines(claim: string, citedLines: CitedLines): LineRange | null {
  return findStatedLines(claim, citedLines) ?? findQuotedLine(claim, citedLines);
}

function findStatedLines(claim: string, citedLines: LineRange): LineRange | null {
  for (const match of claim.matchAll(/\blines? (\d{1,9})(?:\s?[-–]\s?(\d{1,9}))?/gi)) {
    const [first, last] = [Number(match[1]), Number(match[2] ?? match[1])];
    const startLine = Math.max(first, citedLines.startLine);
    const endLine = Math.min(last, citedLines.endLine);
    const isAll = startLine === citedLines.startLine && endLine === citedLines.endLine;
    if (startLine <= endLine && !isAll) return { startLine, endLine };
  }
  return null;
}

/** Tries quoted sentences before code in backticks, since a name may occur on many lines. */
function findQuotedLine(claim: string, citedLines: CitedLines): LineRange | null {
  if (citedLines.startLine === citedLines.endLine) return null;
  const lines = citedLines.text.split('\n');
  const quotations = [...claim.matchAll(/“([^”]{4,})”/g), ...claim.matchAll(/`([^`\n]{3,})`/g)];
  for (const [, quotation = ''] of quotations.slice(0, maxQuotations)) {
    const start = quotation.slice(0, comparedLength).trim();
    const index = lines.findIndex((line) => line.includes(start));
    if (index >= 0) return { startLine: citedLines.startLine + index, endLine: citedLines.startLine + index };
  }
  return null;
}
