/**
 * Streamed Markdown to claims. A claim is a sentence or list item with the citations that follow it; a full stop inside code or
 * a quotation ends nothing. Whatever writes the text, a person or a model, and however it is cut on its way, its claims are read
 * the same: an end is told only when no further text could move it.
 */

import { partsOfClaim } from './claim-parts.ts';

export interface ReadClaim {
  readonly text: string;
  /** Ids cited, each once, as written; `none` among them when the answerer says it has no source. */
  readonly citations: readonly string[];
}

export interface ClaimReader {
  /** Takes more text. @returns the claims it completes. */
  add(delta: string): readonly ReadClaim[];
  /**
   * The claim as it stands, where what was read ends with what it cites: no more of it need come. More of it may, and it is another claim
   * then. Undefined where it is plain that more must come.
   */
  standing(): ReadClaim | undefined;
  /** What was read and is in no claim yet. */
  open(): string;
  /** @returns what was left when the text ended. */
  end(): readonly ReadClaim[];
}

/** Longest claim, in UTF-16 units; what is longer is cut, so that no text costs more than its length to read. */
const maxClaim = 4_000;
/** Longest quotation; a mark that is not closed so soon opens none. */
const maxQuotation = 600;

export function createClaimReader(): ClaimReader {
  let pending = '';
  let beginsLine = true;
  const skip = (length: number): void => {
    const rest = pending.slice(length);
    const visible = rest.search(/\S/);
    const start = length + (visible < 0 ? rest.length : visible);
    const white = pending.slice(length, start);
    if (length > 0) beginsLine = pending[length - 1] === '\n';
    beginsLine ||= white.includes('\n');
    pending = pending.slice(start);
  };
  const take = (final: boolean): readonly ReadClaim[] => {
    const claims: ReadClaim[] = [];
    for (;;) {
      const text = pending.slice(0, maxClaim);
      const isHeading = beginsLine && heading.test(text);
      const end = (isHeading ? endOfLine : endOfClaim)(text, final) ?? cutPlace(text);
      if (end === undefined) return claims;
      // A heading says nothing of its own, unless it is made to look as if a source bore it out.
      const claim =
        isHeading && !anyCitation.test(text.slice(0, end)) ? undefined : toClaim(text.slice(0, end));
      if (claim !== undefined) claims.push(claim);
      skip(end);
    }
  };
  return {
    add(delta) {
      pending += delta;
      if (/^\s/.test(pending)) skip(0);
      return take(false);
    },
    standing() {
      const text = pending.trimEnd();
      if (!endsCited.test(text) || text.length >= maxClaim || (beginsLine && heading.test(text)))
        return undefined;
      // Within code or a quotation that is still open a citation is none.
      return isClosed(text) && endOfClaim(text, true) === text.length ? toClaim(text) : undefined;
    },
    open: () => pending.trimEnd(),
    end: () => take(true),
  };
}

const anyCitation = /\[chunk:[A-Za-z0-9_-]{1,40}\]/;
const heading = /^#{1,6}(?:\s|$)/;
/** Its marks, and the end of the line that opens it. */
const fence = /^(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})[^\n]*(\n|$)/;
/** What begins a claim of its own on a new line. */
const newBlock = /^[ \t]*(?:[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s|>|```|~~~)/;
/** Words whose full stop ends no sentence, and the number of a list item. */
const notAnEnd = /(?:\b(?:e\.g|i\.e|etc|cf|vs|no|approx)|(?:^|\n)[ \t]*\d{1,9})\.$/i;

const endsCited = /\[chunk:[A-Za-z0-9_-]{1,40}\][.!?。！？]?$/;

function isClosed(text: string): boolean {
  const fenceless = text.replace(/^[ \t]*(`{3,}|~{3,})[^\n]*\n(?:[\s\S]*?\n)??[ \t]*\1[`~]*/gm, '');
  if (/^[ \t]*(?:```|~~~)/m.test(fenceless)) return false;
  const prose = fenceless.replace(/(`+)[^`]+\1|“[^”]*”/g, '');
  return !/[`“]/.test(prose);
}

/** Where a text that is as long as a claim may be is cut: before a citation it would break, or after a word. */
function cutPlace(text: string): number | undefined {
  if (text.length < maxClaim) return undefined;
  const citation = text.search(/\[[\w:-]{0,50}$/);
  if (citation > 0) return citation;
  const blank = text.search(/\s\S*$/);
  if (blank * 2 > text.length) return blank + 1;
  return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
}

/** Where the first claim of a text ends; undefined while more text could still belong to it. */
function endOfClaim(text: string, final: boolean): number | undefined {
  const opened = fence.exec(text);
  if (opened !== null) {
    const [whole, mark = '', isOpen] = opened;
    if (isOpen === '\n') return endOfFence(text, { from: whole.length - 1, mark }, final);
    return final ? text.length : undefined;
  }
  const whole = final && text !== '' ? text.length : undefined;
  const code = createFinder(text, '`');
  const quotation = createFinder(text, '”');
  /** No block begins before this place. */
  let clear = 0;
  let undecided: number | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    const isCode = character === '`';
    const opens = isCode || character === '“';
    const close = opens ? (isCode ? code : quotation)(at + 1) : at;
    const limit = opens ? (isCode ? text.length : at + maxQuotation) : at;
    const until = Math.min(close, limit) + 1;
    const block = endOfBlock(text, Math.max(clear, at), until);
    if (block !== undefined) return block;
    clear = Math.max(clear, until);
    if (opens && close <= limit) at = close;
    else if (opens && (text.length <= limit || (undecided ??= undecidedBreak(text)) <= limit)) return whole;
    else if (isSentenceEnd(text, at)) return afterCitations(text, at + 1, final);
  }
  return whole;
}

/** Where a blank line or a new block, whose line break stands from `from` to before `to`, ends what began. */
function endOfBlock(text: string, from: number, to: number): number | undefined {
  for (let at = from; at < to && at < text.length; at += 1) {
    if (text[at] !== '\n') continue;
    const rest = text.slice(at + 1);
    const blank = /^[ \t]*\n/.exec(rest);
    if (blank !== null) return at + 1 + blank[0].length;
    if (newBlock.test(rest)) return at + 1;
  }
  return undefined;
}

/** The last line break, where too little follows to tell whether a block begins there; `Infinity` where enough does. */
function undecidedBreak(text: string): number {
  const at = text.lastIndexOf('\n');
  return at >= 0 && /^[ \t]*\S{0,10}$/.test(text.slice(at + 1)) ? at : Infinity;
}

/** The next place of a mark from ever later places on, `Infinity` when there is none; the text is read once. */
function createFinder(text: string, mark: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      const next = text.indexOf(mark, from);
      found = next < 0 ? Infinity : next;
    }
    return found;
  };
}

function endOfLine(text: string, final: boolean): number | undefined {
  const end = text.indexOf('\n');
  if (end >= 0) return end + 1;
  return final ? text.length : undefined;
}

/** @param opened where the opening line ends, and what closes it */
function endOfFence(
  text: string,
  { from, mark }: { readonly from: number; readonly mark: string },
  final: boolean,
): number | undefined {
  const close = new RegExp(`\\n[ \\t]*${mark}[\`~]*`).exec(text.slice(from));
  if (close === null) return final ? text.length : undefined;
  return afterCitations(text, from + close.index + close[0].length, final);
}

function isSentenceEnd(text: string, at: number): boolean {
  const character = text[at] ?? '';
  if ('。！？'.includes(character)) return true;
  if (!'.!?'.includes(character) || !/^[\s[]?$/.test(text[at + 1] ?? '')) return false;
  return character !== '.' || !notAnEnd.test(text.slice(Math.max(0, at - 40), at + 1));
}

const citations = /^(?:[ \t]*(?:\n[ \t]*)?\[chunk:[A-Za-z0-9_-]{1,40}\])*/;
const partOfCitation = /^[ \t]*(?:\n[ \t]*)?(?:\[(?:c(?:h(?:u(?:n(?:k(?::[A-Za-z0-9_-]{0,40})?)?)?)?)?)?)?$/;

/** Citations that stand after the full stop, on its line or the next, belong to the sentence before it. */
function afterCitations(text: string, from: number, final: boolean): number | undefined {
  const end = from + (citations.exec(text.slice(from))?.[0].length ?? 0);
  const rest = text.slice(end);
  if (!final && partOfCitation.test(rest)) return undefined;
  return end + (/^[ \t]*\n?/.exec(rest)?.[0].length ?? 0);
}

function toClaim(text: string): ReadClaim | undefined {
  const trimmed = text.trim();
  const parts = partsOfClaim(trimmed);
  const isEmpty = parts.quotes.length + parts.code.length === 0 && /^[\s.>*+-]*$/.test(parts.prose);
  return isEmpty ? undefined : { text: trimmed, citations: parts.citations };
}
