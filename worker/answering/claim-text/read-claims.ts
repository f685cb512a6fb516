/**
 * Splits streamed Markdown into claims: a sentence or list item with its citations. The result does not depend on
 * how the stream is cut. The caller decides whether headings are titles.
 */

import {
  anyCitation,
  findCutPosition,
  findTrailingCitationsEnd,
  findClaimEnd,
  findHeadingEnd,
  endsWithCitation,
  maxClaimLength,
} from './find-claim-end.ts';
import { parseClaim } from './parse-claim.ts';
import { readTableRow } from './read-table-row.ts';

export interface ReadClaim {
  readonly text: string;
  /** Cited ids as written, without duplicates; includes `none` if the author states that there is no source. */
  readonly citations: readonly string[];
}

export interface ClaimReader {
  /**
   * Reads more text.
   * @returns the claims that it completes
   */
  add(delta: string): readonly ReadClaim[];
  /**
   * The claim as read so far, if it ends with its citations or only citations could still follow. Later text may
   * still extend it. Undefined if the claim is clearly incomplete.
   */
  currentClaim(): ReadClaim | undefined;
  /** Text that is not part of a claim yet. */
  unreadText(): string;
  /** @returns the remaining claims at the end of the text */
  end(): readonly ReadClaim[];
}

const heading = /^#{1,6}(?:\s|$)/;

/** @param isTitle whether a heading, including its marks, states nothing. A heading with citations is always a claim. */
export function createClaimReader(isTitle: (heading: string) => boolean = () => true): ClaimReader {
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
  /** Returns where the first claim ends and whether it is only a title; undefined if more text could change that. */
  const next = (text: string, isWhole: boolean) => {
    if (beginsLine && text.startsWith('|')) return readTableRow(text, isWhole, isTitle);
    const isHeading = beginsLine && heading.test(text);
    const end = (isHeading ? findHeadingEnd : findClaimEnd)(text, isWhole) ?? findCutPosition(text);
    if (end === undefined) return undefined;
    const claimText = text.slice(0, end);
    return { end, isTitle: isHeading && !anyCitation.test(claimText) && isTitle(claimText.trim()) };
  };
  const take = (isEnd: boolean): readonly ReadClaim[] => {
    const claims: ReadClaim[] = [];
    for (;;) {
      const text = pending.slice(0, maxClaimLength);
      const isCut = pending.length >= maxClaimLength;
      const read = text === '' ? undefined : next(text, isEnd && !isCut);
      if (read === undefined) return claims;
      const end = read.isTitle ? read.end : findTrailingCitationsEnd(text, read.end, isEnd || isCut);
      if (end === undefined) return claims;
      const claim = read.isTitle ? undefined : toClaim(text.slice(0, end));
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
    currentClaim() {
      const text = pending.trimEnd();
      if (text === '' || text.length >= maxClaimLength) return undefined;
      if (!(beginsLine && /^(?:#{1,6}\s|\|)/.test(text)) && endsWithCitation(text)) {
        const end = findClaimEnd(text, true);
        if (end !== undefined && findTrailingCitationsEnd(text, end, true) === text.length)
          return toClaim(text, 'words');
      }
      const read = next(pending, false);
      if (read === undefined || read.isTitle || pending.slice(read.end).includes('[')) return undefined;
      return toClaim(pending.slice(0, read.end));
    },
    unreadText: () => pending.trimEnd(),
    end: () => take(true),
  };
}

/** Citations alone are a claim that states nothing. Punctuation alone is not a claim. */
function toClaim(text: string, minContent: 'citations' | 'words' = 'citations'): ReadClaim | undefined {
  const trimmed = text.trim();
  const { citations, quotes, code, prose } = parseClaim(trimmed);
  const hasContent = quotes.length + code.length > 0 || !/^[\s.>*+-]*$/.test(prose);
  return hasContent || (minContent === 'citations' && citations.length > 0)
    ? { text: trimmed, citations }
    : undefined;
}
