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
  /** @returns what was left when the text ended. */
  end(): readonly ReadClaim[];
}

export function createClaimReader(): ClaimReader {
  let pending = '';
  let beginsLine = true;
  const take = (final: boolean): readonly ReadClaim[] => {
    const claims: ReadClaim[] = [];
    for (;;) {
      const isHeading = beginsLine && heading.test(pending);
      const end = isHeading ? endOfLine(pending, final) : endOfClaim(pending, final);
      if (end === undefined) return claims;
      const claim = isHeading ? undefined : toClaim(pending.slice(0, end));
      if (claim !== undefined) claims.push(claim);
      beginsLine = pending.slice(0, end).endsWith('\n');
      pending = pending.slice(end);
    }
  };
  return {
    add(delta) {
      pending += delta;
      return take(false);
    },
    end: () => take(true),
  };
}

const heading = /^\s*#{1,6}(?:\s|$)/;
const fence = /^\s*```[^`\n]*(\n|$)/;
/** What begins a claim of its own on a new line. */
const newBlock = /^[ \t]*(?:[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s|>|```)/;
/** Words whose full stop ends no sentence, and the number of a list item. */
const notAnEnd = /(?:\b(?:e\.g|i\.e|etc|cf|vs|no|approx)|(?:^|\n)[ \t]*\d{1,9})\.$/i;

/** Where the first claim of a text ends; undefined while more text could still belong to it. */
function endOfClaim(text: string, final: boolean): number | undefined {
  const opened = fence.exec(text);
  if (opened !== null) {
    if (opened[1] === '\n') return endOfFence(text, opened[0].length - 1, final);
    return final ? text.length : undefined;
  }
  let closing: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\n') {
      const rest = text.slice(at + 1);
      const blank = /^[ \t]*\n/.exec(rest);
      if (blank !== null) return at + 1 + blank[0].length;
      if (newBlock.test(rest) && text.slice(0, at).trim() !== '') return at + 1;
    }
    if (closing !== undefined) {
      if (character === closing) closing = undefined;
      continue;
    }
    if (character === '`') closing = '`';
    if (character === '“') closing = '”';
    if (isSentenceEnd(text, at)) return afterCitations(text, at + 1, final);
  }
  return final && text !== '' ? text.length : undefined;
}

function endOfLine(text: string, final: boolean): number | undefined {
  const end = text.indexOf('\n', text.search(/\S/));
  if (end >= 0) return end + 1;
  return final ? text.length : undefined;
}

/** @param from where the opening line ends. */
function endOfFence(text: string, from: number, final: boolean): number | undefined {
  const close = /\n[ \t]*```/.exec(text.slice(from));
  if (close === null) return final ? text.length : undefined;
  return afterCitations(text, from + close.index + close[0].length, final);
}

function isSentenceEnd(text: string, at: number): boolean {
  const character = text[at] ?? '';
  if ('。！？'.includes(character)) return true;
  if (!'.!?'.includes(character) || !/^[\s[]?$/.test(text[at + 1] ?? '')) return false;
  return character !== '.' || !notAnEnd.test(text.slice(Math.max(0, at - 40), at + 1));
}

const citations = /^(?:[ \t]*\n?[ \t]*\[chunk:[A-Za-z0-9_-]{1,40}\])*/;
const partOfCitation = /^[ \t]*\n?[ \t]*(?:\[(?:c(?:h(?:u(?:n(?:k(?::[A-Za-z0-9_-]{0,40})?)?)?)?)?)?)?$/;

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
