/**
 * What stands directly above a definition: attributes, which are part of it, and comments, which document it. A blank
 * line, code on the comment's line, or a comment set in deeper, which belongs to what ended before, ends the search.
 */

import { lowerBound } from '../../core/text/lower-bound.ts';
import type { SyntaxRange } from '../../ports/parser.ts';

/** A line may be the whole file. */
const maxIndent = 400;

export interface Lead extends SyntaxRange {
  readonly isComment: boolean;
}

/** Comments and attributes of a file in one list, white space at their ends left out. */
export function collectLeads(
  text: string,
  comments: readonly SyntaxRange[],
  attributes: readonly SyntaxRange[],
): Lead[] {
  const leads = [
    ...comments.map((range) => ({ start: range.start, end: trimmedEnd(text, range), isComment: true })),
    ...attributes.map((range) => ({ start: range.start, end: trimmedEnd(text, range), isComment: false })),
  ];
  return leads.sort((a, b) => a.start - b.start);
}

/** The start of a definition with its attributes, and the comments above it. */
export function readLeading(
  text: string,
  start: number,
  leads: readonly Lead[],
): { start: number; documentation: SyntaxRange | undefined } {
  let documentation: SyntaxRange | undefined;
  let withAttributes = start;
  let at = start;
  for (let i = lastBefore(leads, start); i >= 0; i--) {
    const lead = leads[i];
    if (lead === undefined || !adjoins(text, lead.end, at)) break;
    if (lead.isComment && !beginsLine(text, lead.start)) break;
    if (lead.isComment && indentAt(text, lead.start) > indentAt(text, at)) break;
    if (lead.isComment) documentation = { start: lead.start, end: documentation?.end ?? lead.end };
    else withAttributes = lead.start;
    at = lead.start;
  }
  return { start: withAttributes, documentation };
}

/** Moves a body's start back over the comments right before it: `def f():  # why`. */
export function beforeComments(text: string, bodyStart: number, leads: readonly Lead[]): number {
  let at = bodyStart;
  for (let i = lastBefore(leads, bodyStart); i >= 0; i--) {
    const lead = leads[i];
    if (lead === undefined || !lead.isComment || text.slice(lead.end, at).trim() !== '') break;
    at = lead.start;
  }
  return at;
}

function adjoins(text: string, end: number, start: number): boolean {
  return start - end < 500 && /^[^\S\n]*\n?[^\S\n]*$/.test(text.slice(end, start));
}

function beginsLine(text: string, start: number): boolean {
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
}

/** White space a line begins with, looked at no further than any code is set in; of any place on the line. */
function indentAt(text: string, at: number): number {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return text.slice(start, Math.min(at, start + maxIndent)).search(/\S|$/);
}

function trimmedEnd(text: string, { start, end }: SyntaxRange): number {
  return start + text.slice(start, end).trimEnd().length;
}

/** Index of the last lead that starts before `start`, -1 when there is none. */
function lastBefore(leads: readonly Lead[], start: number): number {
  return lowerBound(leads.length, (index) => (leads[index]?.start ?? Infinity) < start) - 1;
}
