/**
 * Finds what is directly above a definition: attributes, which are part of it, and comments, which document it. The search ends at a blank line, at
 * code on the comment's line, and at a comment with deeper indentation, which belongs to the preceding code.
 */

import { lowerBound } from '../../core/text/lower-bound.ts';
import type { SyntaxRange } from '../../ports/parser.ts';

/** Maximum indentation read, because a line may be the whole file. */
const maxIndent = 400;

export interface LeadingRange extends SyntaxRange {
  readonly isComment: boolean;
}

/** Comments and attributes of a file in one list, without trailing white space. */
export function collectLeadingRanges(
  text: string,
  comments: readonly SyntaxRange[],
  attributes: readonly SyntaxRange[],
): LeadingRange[] {
  const leading = [
    ...comments.map((range) => ({ start: range.start, end: trimmedEnd(text, range), isComment: true })),
    ...attributes.map((range) => ({ start: range.start, end: trimmedEnd(text, range), isComment: false })),
  ];
  return leading.sort((a, b) => a.start - b.start);
}

/** The start of a definition with its attributes, and the comments above it. */
export function readLeading(
  text: string,
  start: number,
  leading: readonly LeadingRange[],
): { start: number; documentation: SyntaxRange | undefined } {
  let documentation: SyntaxRange | undefined;
  let withAttributes = start;
  let at = start;
  for (let i = lastBefore(leading, start); i >= 0; i--) {
    const range = leading[i];
    if (range === undefined || !adjoins(text, range.end, at)) break;
    if (range.isComment && !beginsLine(text, range.start)) break;
    if (range.isComment && indentAt(text, range.start) > indentAt(text, at)) break;
    if (range.isComment) documentation = { start: range.start, end: documentation?.end ?? range.end };
    else withAttributes = range.start;
    at = range.start;
  }
  return { start: withAttributes, documentation };
}

/** Moves a body's start back over the comments right before it: `def f():  # why`. */
export function skipCommentsBackward(
  text: string,
  bodyStart: number,
  leading: readonly LeadingRange[],
): number {
  let at = bodyStart;
  for (let i = lastBefore(leading, bodyStart); i >= 0; i--) {
    const range = leading[i];
    if (range === undefined || !range.isComment || text.slice(range.end, at).trim() !== '') break;
    at = range.start;
  }
  return at;
}

function adjoins(text: string, end: number, start: number): boolean {
  return start - end < 500 && /^[^\S\n]*\n?[^\S\n]*$/.test(text.slice(end, start));
}

function beginsLine(text: string, start: number): boolean {
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
}

/** The indentation of the line that contains a position. */
function indentAt(text: string, at: number): number {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return text.slice(start, Math.min(at, start + maxIndent)).search(/\S|$/);
}

function trimmedEnd(text: string, { start, end }: SyntaxRange): number {
  return start + text.slice(start, end).trimEnd().length;
}

/** Index of the last range that starts before `start`, -1 when there is none. */
function lastBefore(leading: readonly LeadingRange[], start: number): number {
  return lowerBound(leading.length, (index) => (leading[index]?.start ?? Infinity) < start) - 1;
}
