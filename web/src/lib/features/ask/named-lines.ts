/**
 * The lines a claim is about within the lines it cites: those it names, as in "at line 197" or "lines 8–11", else those where
 * what it quotes stands. Null where it tells none, or all of them.
 */
import type { LineRange } from '../code/line-range.ts';

export interface CitedLines extends LineRange {
  /** The text of these lines. */
  readonly text: string;
}

/** Quotations looked for at most; a claim quotes one or two. */
const maxQuoted = 8;
/** Of a quotation, as much as is likely to stand on one line. */
const quotedLength = 16;

export function namedLines(claim: string, cited: CitedLines): LineRange | null {
  return saidLines(claim, cited) ?? quotedLine(claim, cited);
}

function saidLines(claim: string, cited: LineRange): LineRange | null {
  for (const match of claim.matchAll(/\blines? (\d{1,9})(?:\s?[-–]\s?(\d{1,9}))?/gi)) {
    const [first, last] = [Number(match[1]), Number(match[2] ?? match[1])];
    const startLine = Math.max(first, cited.startLine);
    const endLine = Math.min(last, cited.endLine);
    const isAll = startLine === cited.startLine && endLine === cited.endLine;
    if (startLine <= endLine && !isAll) return { startLine, endLine };
  }
  return null;
}

/** Sentences in quotation marks before names of code: a name may stand on many lines. */
function quotedLine(claim: string, cited: CitedLines): LineRange | null {
  if (cited.startLine === cited.endLine) return null;
  const lines = cited.text.split('\n');
  const quoted = [...claim.matchAll(/“([^”]{4,})”/g), ...claim.matchAll(/`([^`\n]{3,})`/g)];
  for (const [, quotation = ''] of quoted.slice(0, maxQuoted)) {
    const head = quotation.slice(0, quotedLength).trim();
    const index = lines.findIndex((line) => line.includes(head));
    if (index >= 0) return { startLine: cited.startLine + index, endLine: cited.startLine + index };
  }
  return null;
}
