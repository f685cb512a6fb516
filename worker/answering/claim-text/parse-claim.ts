/**
 * Splits a claim into quotations, code, citations and prose in one left-to-right pass, and prose into clauses.
 */

import { isStopWord } from '../../core/text/terms.ts';

export interface ClaimParts {
  /** Between “ and ” or between straight quotation marks, over soft line breaks too: Markdown shows those as blanks. */
  readonly quotes: readonly string[];
  /** Between back-ticks, or in a fenced block. */
  readonly code: readonly string[];
  /** Ids cited, each once, as written. */
  readonly citations: readonly string[];
  readonly prose: string;
}

/** Bounded, because a mark that is never closed would be looked for to the end of the text, each time it stands there. */
export const quotation = String.raw`“([^”]{1,600})”|(?<![\p{L}\p{N}])"((?:[^"\n]|\n(?![^\S\n]*\n)){0,600})"`;
const fence = '```[^`\\n]{0,200}\\n([\\s\\S]{0,4000}?)```|~~~[^~\\n]{0,200}\\n([\\s\\S]{0,4000}?)~~~';
const codeOrCitation = '``([^\\n]{1,4000}?)``|`([^`]{1,4000})`|\\[chunk:([A-Za-z0-9_-]{1,40})\\]';
const part = new RegExp(`${quotation}|${fence}|${codeOrCitation}`, 'gu');
const quotationOrFence = new RegExp(`${quotation}|${fence}`, 'gu');

export function parseClaim(text: string): ClaimParts {
  const matches = [...text.matchAll(part)];
  // Not by a second reading: marks that are never closed make each of them dear.
  const ends = [0, ...matches.map(({ 0: kept, index }) => index + kept.length)];
  const prose = ends.map((from, at) => text.slice(from, matches[at]?.index)).join(' ');
  const all = (...groups: readonly number[]): string[] =>
    matches.flatMap((match) => groups.flatMap((group) => match[group] ?? []));
  return {
    quotes: all(1, 2).filter((quote) => quote.trim() !== ''),
    code: all(3, 4, 5, 6),
    citations: [...new Set(all(7))],
    prose,
  };
}

/** Quotations and fences stand for what they hold, left as their marks alone: a quotation within a fence is code. */
export function stripQuotations(text: string): string {
  return text.replace(quotationOrFence, (all) => (/^(?:```|~~~)/.test(all) ? '```\n```' : '“ ”'));
}

/** The claim with its prose changed, and its quotations, code and citations as they are. */
export function mapProse(text: string, change: (prose: string) => string): string {
  let given = '';
  let at = 0;
  for (const { 0: kept, index } of text.matchAll(part)) {
    given += change(text.slice(at, index)) + kept;
    at = index + kept.length;
  }
  return given + change(text.slice(at));
}

/** Any id that may have been written, issued or not. */
export function stripCitations(text: string): string {
  return text.replaceAll(/\[chunk:[^\]\n]{1,60}\]/g, ' ');
}

const longestProse = 4_000;
const boundary =
  /[;:()\n]+|[,.!?](?=\s|$)|\s[—–-]+\s|\s(?:and|but|or|if|when|whenever|unless|which|that|because|since|while|so|otherwise|then|where|whereas|although|until|once|before|after)\s/giu;

/** Clauses in order, white space folded; one without a word that says something belongs to the one before. */
export function splitClauses(prose: string): readonly string[] {
  const clauses: string[] = [];
  let from = 0;
  const text = prose.slice(0, longestProse);
  for (const match of text.matchAll(boundary)) {
    clauses.push(text.slice(from, match.index));
    // The word that begins a clause belongs to it: "before" and "unless" say how it hangs on the other.
    from = /^\s\p{L}/u.test(match[0]) ? match.index + 1 : match.index + match[0].length;
  }
  const whole: string[] = [];
  for (const clause of [...clauses, text.slice(from)]) {
    const folded = clause.replace(/\s+/g, ' ').trim();
    const last = whole.at(-1);
    if (last !== undefined && !saysSomething(folded)) whole[whole.length - 1] = `${last} ${folded}`.trim();
    else if (folded !== '') whole.push(folded);
  }
  return whole;
}

function saysSomething(clause: string): boolean {
  return (clause.match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => !isStopWord(word));
}
