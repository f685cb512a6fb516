/**
 * One claim against what it cites: the ids are ours, the files hash to what was indexed, and every quotation, back-ticked name
 * and line number is in the spans cited. Words that stand elsewhere in the same file are a near miss: the citation is moved
 * there and the claim marked. Nothing is dropped.
 */

import type { ClaimCheck, ClaimState } from '../core/answer.ts';
import {
  isOfAttachment,
  isOfCommit,
  isOfDiscussion,
  isOfLines,
  type AnyEvidence,
  type SpanPosition,
} from '../core/evidence.ts';
import { isStopWord, termsOf } from '../core/terms.ts';
import { checkDiscussions, isNameOfDiscussion } from './check-discussions.ts';
import { checkOrigins, isNameOfCommit } from './check-origins.ts';
import { partsOfClaim } from './claim-parts.ts';
import { findNearMiss } from './find-near-miss.ts';
import { isNameOf } from './name-of-span.ts';
import { textHolder } from './normalised-text.ts';
import { ownWords } from './own-words.ts';
import { checkCounts, isStatement, withoutCounts, type QueryFacts } from './query-facts.ts';
import type { ReadClaim } from './read-claims.ts';

export interface CheckedClaim {
  readonly state: Exclude<ClaimState, 'pending'>;
  readonly citations: readonly string[];
  readonly checks: readonly ClaimCheck[];
  /** Where the words are instead, for a claim that can be repaired; the caller issues evidence for it. */
  readonly repair: SpanPosition | undefined;
}

/** Share of a claim's words that must be in the span when it quotes and names nothing. */
const wordsShared = 0.5;

/** @param facts what the query behind the answer tells of itself, where there was one */
export function checkClaim(
  claim: ReadClaim,
  evidence: ReadonlyMap<string, AnyEvidence>,
  facts?: QueryFacts,
): CheckedClaim {
  const ids = claim.citations.filter((id) => id !== 'none');
  if (ids.length === 0) {
    return {
      state: 'uncited',
      citations: [],
      checks: [check('citation', false, 'It cites nothing.')],
      repair: undefined,
    };
  }
  const cited = ids.flatMap((id) => evidence.get(id) ?? []);
  const unknown = ids.filter((id) => !evidence.has(id));
  const spans = cited.filter((one) => isOfLines(one));
  const broken = spans.filter((span) => !span.intact);
  const foundations = [
    check(
      'citation',
      unknown.length === 0,
      unknown.length === 0
        ? `${ids.join(', ')} issued for this question.`
        : `${unknown.join(', ')} was never issued.`,
    ),
    check(
      'hash',
      broken.length === 0,
      broken.length === 0
        ? 'The cited files hash to what was indexed.'
        : `${broken.map((span) => span.path).join(', ')} differs from what was indexed.`,
    ),
  ];
  const contents =
    facts !== undefined && isStatement(claim.text, facts)
      ? [check('query', true, `Told by ${facts.repeat}.`)]
      : contentChecks(claim.text, cited, facts);
  const checks = [...foundations, ...contents];
  const base = { citations: cited.map((span) => span.id), checks };
  if (cited.length === 0 || broken.length > 0) return { ...base, state: 'unsupported', repair: undefined };
  const failed = contents.filter((one) => !one.passed);
  if (failed.length === 0)
    return { ...base, state: unknown.length === 0 ? 'verified' : 'partial', repair: undefined };
  // What was said of a record is not told by lines: moved there, nothing would hold it to the record any more.
  const isOfLinesAlone = unknown.length === 0 && spans.length === cited.length;
  const repair = isOfLinesAlone ? findNearMiss(claim.text, spans) : undefined;
  const state = failed.length < contents.length ? 'partial' : 'unsupported';
  return { ...base, state, repair };
}

function contentChecks(
  text: string,
  cited: readonly AnyEvidence[],
  facts: QueryFacts | undefined,
): readonly ClaimCheck[] {
  const spoken = partsOfClaim(text);
  const holders = cited.map((span) => textHolder(span.text));
  const quotes = spoken.quotes.map((quote) => {
    const passed = holders.some((holder) => holder.holdsQuote(quote));
    const detail = passed
      ? 'The quotation is in the cited lines, word for word.'
      : `“${shortened(quote)}” is not in the cited lines.`;
    return check('quote', passed, detail);
  });
  const names = spoken.code.map((name) => {
    const passed =
      holders.some((holder) => holder.holdsCode(name)) || cited.some((one) => isNamed(one, name));
    return check(
      'identifier',
      passed,
      `\`${shortened(name)}\` is ${passed ? '' : 'not '}in the cited lines.`,
    );
  });
  const lines = linesIn(spoken.prose).map(({ startLine, endLine }) => {
    const passed =
      startLine <= endLine &&
      cited.some((one) => isOfLines(one) && startLine >= one.startLine && endLine <= one.endLine);
    return check(
      'lines',
      passed,
      `Lines ${startLine} to ${endLine} are ${passed ? '' : 'not '}among those cited.`,
    );
  });
  const ids = cited.map((span) => span.id);
  const counts = facts === undefined ? [] : checkCounts(spoken.prose, ids, facts);
  const prose = facts === undefined ? spoken.prose : withoutCounts(spoken.prose);
  const isAllWords = quotes.length + names.length + counts.length === 0;
  const words = isAllWords || saysOfItself(prose) ? [checkWords(prose, cited)] : [];
  const origins = checkOrigins(text, spoken, cited);
  const discussions = checkDiscussions(text, spoken, cited);
  return [...quotes, ...names, ...lines, ...counts, ...origins, ...discussions, ...words];
}

function isNamed(one: AnyEvidence, name: string): boolean {
  if (isOfCommit(one)) return isNameOfCommit(one, name);
  if (isOfAttachment(one)) return name === one.path;
  return isOfDiscussion(one) ? isNameOfDiscussion(one, name) : isNameOf(one, name);
}

/** Fewer words beside quotations and names are how they are put together. */
const fewestOwnWords = 3;

/** Whether a claim says things in words of its own beside what it quotes and names. */
function saysOfItself(prose: string): boolean {
  return ownWords(prose).length >= fewestOwnWords;
}

/** A claim's words are held to the words of what it cites. */
function checkWords(text: string, cited: readonly AnyEvidence[]): ClaimCheck {
  // Who wrote a commit says nothing of what it is about: a name is chosen by whoever bears it.
  const held = new Set(
    cited.flatMap((one) => termsOf(!isOfLines(one) ? one.text.replace(/^Author: .*$/m, '') : one.text)),
  );
  const words = termsOf(text).filter((word) => !isStopWord(word));
  const shared = words.filter((word) => held.has(word)).length / Math.max(1, words.length);
  return check(
    'words',
    shared >= wordsShared,
    `${Math.round(shared * 100)} % of its words are in the cited lines.`,
  );
}

/** `line 4`, `lines 4–9`, `lines 4, 7 and 9 to 12`: every number that follows. */
const linesPattern = /\blines?\s+(\d+(?:\s*(?:–|—|-|,|&|\bto\b|\band\b|\bor\b)+\s*\d+)*)/gi;
const rangePattern = /(\d+)(?:\s*(?:–|—|-|to)\s*(\d+))?/g;

function linesIn(prose: string): readonly { readonly startLine: number; readonly endLine: number }[] {
  const lists = [...prose.matchAll(linesPattern)].map((match) => match[1] ?? '');
  return lists.flatMap((list) =>
    [...list.matchAll(rangePattern)].map((match) => ({
      startLine: Number(match[1]),
      endLine: Number(match[2] ?? match[1]),
    })),
  );
}

function check(name: ClaimCheck['check'], passed: boolean, detail: string): ClaimCheck {
  return { check: name, passed, detail };
}

function shortened(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
