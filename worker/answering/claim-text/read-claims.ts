/**
 * Splits streamed Markdown into claims: a sentence or list item with its citations. The result does not depend on
 * how the stream is cut. The caller decides whether headings are titles.
 */

import {
  anyCitation,
  cutPlace,
  endOfCitationsAlone,
  endOfClaim,
  endOfHeading,
  endsWithCitation,
  maxClaim,
} from './find-claim-end.ts';
import { parseClaim } from './parse-claim.ts';

export interface ReadClaim {
  readonly text: string;
  /** Ids cited, each once, as written; `none` among them when the answerer says it has no source. */
  readonly citations: readonly string[];
}

export interface ClaimReader {
  /** Takes more text. @returns the claims it completes. */
  add(delta: string): readonly ReadClaim[];
  /**
   * The claim as it stands, where what was read ends with what it cites, or where only citations below could still belong to it: no more of
   * it need come. More of it may, and it is another claim then. Undefined where it is plain that more must come.
   */
  standing(): ReadClaim | undefined;
  /** What was read and is in no claim yet. */
  open(): string;
  /** @returns what was left when the text ended. */
  end(): readonly ReadClaim[];
}

const heading = /^#{1,6}(?:\s|$)/;

/** @param isTitle whether a heading, its marks included, states nothing; one that cites is a claim whatever it says */
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
  /** Where the first claim ends, and whether it is but a title; undefined while that may change. */
  const next = (text: string, isWhole: boolean) => {
    const isHeading = beginsLine && heading.test(text);
    const end = (isHeading ? endOfHeading : endOfClaim)(text, isWhole) ?? cutPlace(text);
    if (end === undefined) return undefined;
    const said = text.slice(0, end);
    return { end, isTitle: isHeading && !anyCitation.test(said) && isTitle(said.trim()) };
  };
  const take = (isEnd: boolean): readonly ReadClaim[] => {
    const claims: ReadClaim[] = [];
    for (;;) {
      const text = pending.slice(0, maxClaim);
      const isCut = pending.length >= maxClaim;
      const read = text === '' ? undefined : next(text, isEnd && !isCut);
      if (read === undefined) return claims;
      const end = read.isTitle ? read.end : endOfCitationsAlone(text, read.end, isEnd || isCut);
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
    standing() {
      const text = pending.trimEnd();
      if (text === '' || text.length >= maxClaim) return undefined;
      if (!(beginsLine && heading.test(text)) && endsWithCitation(text)) {
        const end = endOfClaim(text, true);
        if (end !== undefined && endOfCitationsAlone(text, end, true) === text.length)
          return toClaim(text, 'words');
      }
      const read = next(pending, false);
      if (read === undefined || read.isTitle || pending.slice(read.end).includes('[')) return undefined;
      return toClaim(pending.slice(0, read.end));
    },
    open: () => pending.trimEnd(),
    end: () => take(true),
  };
}

/** Citations alone are a claim too, one that says nothing; other marks alone are none. */
function toClaim(text: string, least: 'citations' | 'words' = 'citations'): ReadClaim | undefined {
  const trimmed = text.trim();
  const { citations, quotes, code, prose } = parseClaim(trimmed);
  const says = quotes.length + code.length > 0 || !/^[\s.>*+-]*$/.test(prose);
  return says || (least === 'citations' && citations.length > 0) ? { text: trimmed, citations } : undefined;
}
