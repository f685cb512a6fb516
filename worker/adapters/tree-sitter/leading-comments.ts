/**
 * Finds the attributes and comments directly above a definition. Attributes are part of it, and comments document it. The search ends at a blank
 * line, at code on the comment's line, and at a comment with deeper indentation, which belongs to the preceding code.
 */

import { lowerBound } from '../../core/text/lower-bound.ts';
import type { SyntaxRange } from '../../ports/parser.ts';

/** Maximum indentation read. A limit is needed because one line may be the whole file. */
const maxIndent = 400;

export interface LeadingRange extends SyntaxRange {
  readonly isComment: boolean;
}

/** Lists the comments and attributes of a file in order, without trailing whitespace. */
export function collectLeadingRanges(
  text: string,
  comments: readonly SyntaxRange[],
  attributes: readonly SyntaxRange[],
): LeadingRange[] {
  const leadingRanges = [
    ...comments.map((range) => ({ start: range.start, end: trimmedEnd(text, range), isComment: true })),
    ...attributes.map((range) => ({ start: range.start, end: trimmedEnd(text, range), isComment: false })),
  ];
  return leadingRanges.sort((a, b) => a.start - b.start);
}

/** Returns the start of a definition including its attributes, and the range of the comments above it. */
export function readLeading(
  text: string,
  start: number,
  leadingRanges: readonly LeadingRange[],
): { start: number; documentation: SyntaxRange | undefined } {
  let documentation: SyntaxRange | undefined;
  let startWithAttributes = start;
  let position = start;
  for (let i = lastIndexBefore(leadingRanges, start); i >= 0; i--) {
    const range = leadingRanges[i];
    if (range === undefined || !isAdjacent(text, range.end, position)) break;
    if (range.isComment && !isAtLineStart(text, range.start)) break;
    if (range.isComment && indentAt(text, range.start) > indentAt(text, position)) break;
    if (range.isComment) documentation = { start: range.start, end: documentation?.end ?? range.end };
    else startWithAttributes = range.start;
    position = range.start;
  }
  return { start: startWithAttributes, documentation };
}

/** Moves a body's start back over the comments right before it: `def f():  # why`. */
export function skipCommentsBackward(
  text: string,
  bodyStart: number,
  leadingRanges: readonly LeadingRange[],
): number {
  let position = bodyStart;
  for (let i = lastIndexBefore(leadingRanges, bodyStart); i >= 0; i--) {
    const range = leadingRanges[i];
    if (range === undefined || !range.isComment || text.slice(range.end, position).trim() !== '') break;
    position = range.start;
  }
  return position;
}

function isAdjacent(text: string, end: number, start: number): boolean {
  return start - end < 500 && /^[^\S\n]*\n?[^\S\n]*$/.test(text.slice(end, start));
}

function isAtLineStart(text: string, start: number): boolean {
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
}

/** Returns the indentation of the line that contains a position. */
function indentAt(text: string, position: number): number {
  const start = text.lastIndexOf('\n', position - 1) + 1;
  return text.slice(start, Math.min(position, start + maxIndent)).search(/\S|$/);
}

function trimmedEnd(text: string, { start, end }: SyntaxRange): number {
  return start + text.slice(start, end).trimEnd().length;
}

/** Returns the index of the last range that starts before `start`; -1 when there is none. */
function lastIndexBefore(leadingRanges: readonly LeadingRange[], start: number): number {
  return lowerBound(leadingRanges.length, (index) => (leadingRanges[index]?.start ?? Infinity) < start) - 1;
}
