/** Turns the Markdown of an answer into text for a terminal, with states where something was not found. Pure. */

import type { Claim } from '../../../worker/contract/answers/claim.ts';
import { cleanQuotations, markOf } from '../../../worker/contract/client.ts';

/** A statement that there is no source, at the end of a sentence. */
const noSource = /\s*\[chunk:none\](?=[.!?]?$)/;
const fence = /^[ \t]*(?:`{3,}|~{3,})/;

/** A part of the text: a paragraph, a heading, a list or code, up to a blank line. */
export interface TextBlock {
  readonly start: number;
  /** After the last visible character. */
  readonly end: number;
  /** A blank line follows, so that the block is complete. */
  readonly isClosed: boolean;
}

/** Finds the first block from a position. Blank lines in fenced code end no block. @returns undefined if only white space follows */
export function findBlock(text: string, from: number): TextBlock | undefined {
  const start = from + (/\S/.exec(text.slice(from))?.index ?? Infinity);
  if (start === Infinity) return undefined;
  let isFenced = false;
  for (let lineStart = start; lineStart < text.length;) {
    const lineEnd = text.indexOf('\n', lineStart);
    const line = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd);
    if (line.trim() === '' && !isFenced)
      return { start, end: start + text.slice(start, lineStart).trimEnd().length, isClosed: true };
    if (fence.test(line)) isFenced = !isFenced;
    lineStart = lineEnd < 0 ? text.length : lineEnd + 1;
  }
  return { start, end: start + text.slice(start).trimEnd().length, isClosed: false };
}

/** The title of a heading and its level; undefined for other text. */
export function readHeading(block: string): { readonly level: number; readonly title: string } | undefined {
  const match = /^(#{1,6})[ \t]+([^\n]*?)[ \t#]*$/.exec(block);
  return match === null ? undefined : { level: match[1]?.length ?? 0, title: match[2] ?? '' };
}

/** The text of a claim with all its citations, and with its state if something was not found. */
export function formatClaim(claim: Claim, isModelWritten: boolean): string {
  const missing = claim.citations.filter((id) => !claim.text.includes(`[chunk:${id}]`));
  const mark = markOf(claim, isModelWritten);
  const appended = [
    ...missing.map((id) => `[chunk:${id}]`),
    ...(mark === undefined ? [] : [`(${mark.toLowerCase()})`]),
  ].join(' ');
  const text = cleanQuotations(claim.text).replace(noSource, '');
  if (appended === '') return text;
  return `${text}${fence.test(text.split('\n').at(-1) ?? '') ? '\n' : ' '}${appended}`;
}

/** Code is indented instead of fenced. */
export function formatBlock(block: string): string {
  let isFenced = false;
  return block
    .split('\n')
    .flatMap((line) => {
      if (fence.test(line)) {
        isFenced = !isFenced;
        return [];
      }
      return [isFenced ? `    ${line}`.trimEnd() : line];
    })
    .join('\n');
}
