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
import { bareNamesIn, checkBareNames, withoutCall } from './check-bare-names.ts';
import { checkCalls } from './check-calls.ts';
import { checkDiscussions, isNameOfDiscussion } from './check-discussions.ts';
import { checkMeaning } from './check-meaning.ts';
import { checkNumbers } from './check-numbers.ts';
import { checkOrigins, isNameOfCommit, writerOf } from './check-origins.ts';
import { checkOwnWords, nameMark } from './check-own-words.ts';
import { checkWording } from './check-wording.ts';
import { citedText, type CitedText } from './cited-text.ts';
import { partsOfClaim } from './claim-parts.ts';
import { daysSaid } from './days-said.ts';
import { findNearMiss } from './find-near-miss.ts';
import { isNameOf } from './name-of-span.ts';
import { checkCounts, isStatement, withoutCounts, type QueryFacts } from './query-facts.ts';
import type { ReadClaim } from './read-claims.ts';
import { withoutQuotes, writersSaid } from './writers-said.ts';

export interface CheckedClaim {
  readonly state: Exclude<ClaimState, 'pending'>;
  readonly citations: readonly string[];
  readonly checks: readonly ClaimCheck[];
  /** Where the words are instead, for a claim that can be repaired; the caller issues evidence for it. */
  readonly repair: SpanPosition | undefined;
}

/** Longer ones are told to be too long to check: the reader of an answer cuts them long before. */
const longestClaim = 8_000;
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
  if (text.length > longestClaim) return [check('words', false, 'It is too long to be checked.')];
  const spoken = partsOfClaim(text);
  const texts = cited.map((one) => citedText(one));
  const isCalled = (name: string): boolean => cited.some((one) => isNamed(one, name));
  const quotes = spoken.quotes.map((quote) => quoteCheck(quote, texts));
  const names = spoken.code.map((name) => nameCheck(name, texts, isCalled));
  const counts =
    facts === undefined
      ? []
      : checkCounts(
          spoken.prose,
          cited.map(({ id }) => id),
          facts,
        );
  const counted = facts === undefined ? spoken.prose : withoutCounts(spoken.prose, facts);
  const prose = withoutLines(counted);
  const bareNames = checkBareNames(prose, texts, isCalled);
  const words = withoutRecord(
    bareNamesIn(prose).reduce((rest, name) => rest.replaceAll(name, ' '), prose),
    text,
    cited,
  );
  const own = ownText(facts === undefined ? text : withoutCounts(text, facts), isCalled);
  const checks = [
    ...quotes,
    ...names,
    ...lineChecks(spoken.prose, cited),
    ...counts,
    ...bareNames,
    ...checkNumbers(words, spoken, { texts, cited }),
    ...checkOrigins(text, spoken, cited),
    ...checkDiscussions(text, spoken, cited),
    ...checkCalls(text, cited),
    ...checkMeaning(
      own,
      texts,
      spoken.code.map(withoutCall).filter((name) => !isCalled(name)),
    ),
    ...checkWording(own, texts),
  ];
  const clauses = checkOwnWords(wordsOfOwn(text, { facts, cited, bare: bareNamesIn(prose) }), texts);
  // Where nothing is quoted, named or told apart, there must be something that is said.
  const isAllWords = quotes.length + names.length + counts.length + bareNames.length + clauses.length === 0;
  return [...checks, ...clauses, ...(isAllWords ? [checkWords(words, cited)] : [])];
}

/** What it says in words of its own, with a mark where a name stands. */
function wordsOfOwn(
  text: string,
  {
    facts,
    cited,
    bare,
  }: { facts: QueryFacts | undefined; cited: readonly AnyEvidence[]; bare: readonly string[] },
): string {
  const marked = withoutQuotes(text)
    .replaceAll(/\[chunk:[^\]\n]{1,60}\]/g, ' ')
    .replaceAll(/```[\s\S]*?```|``[^\n]+?``|`[^`]+`/g, nameMark);
  const counted = withoutLines(facts === undefined ? marked : withoutCounts(marked, facts));
  const unnamed = bare.reduce((rest, name) => rest.replaceAll(name, nameMark), counted);
  return withoutRecord(unnamed, text, cited);
}

/** Who wrote a record and when is checked of it: what is left is said of what it holds. */
function withoutRecord(prose: string, text: string, cited: readonly AnyEvidence[]): string {
  const records = cited.flatMap((one) => (isOfCommit(one) || isOfDiscussion(one) ? [writerOf(one)] : []));
  if (records.length === 0) return prose;
  const names = [
    ...writersSaid(withoutQuotes(text)),
    ...records.filter((name) => isSaidToWrite(name, prose)),
  ];
  const told = [...daysSaid(prose).map(([day]) => day), ...names];
  return told.reduce((rest, one) => rest.replaceAll(one, ' '), prose);
}

function isSaidToWrite(name: string, prose: string): boolean {
  const at = prose.indexOf(name);
  if (at < 0 || name.length < 2) return false;
  return (
    /\bby\s+$/i.test(prose.slice(Math.max(0, at - 8), at)) ||
    /^\s+(?:wrote|authored|added|introduced|created|changed|edited|committed|said|opened)\b/.test(
      prose.slice(at + name.length, at + name.length + 24),
    )
  );
}

/** The claim as it reads: its quotations told by others left out, and names of what it cites, which each of its statements may be about. */
function ownText(text: string, isCalled: (name: string) => boolean): string {
  return withoutQuotes(text)
    .replaceAll(/\[chunk:[^\]\n]{1,60}\]/g, ' ')
    .replaceAll(/```[^`]*```/g, ' ')
    .replaceAll(/`([^`\n]{1,400})`/g, (_, name: string) =>
      isCalled(withoutCall(name)) || !/^[\w$.]+(?:\(\))?$/.test(name) ? ' ' : ` ${name} `,
    );
}

function quoteCheck(quote: string, texts: readonly CitedText[]): ClaimCheck {
  const passed = texts.some(({ holder }) => holder.holdsQuote(quote));
  const detail = passed
    ? 'The quotation is in the cited lines, word for word.'
    : `“${shortened(quote)}” is not in the cited lines.`;
  return check('quote', passed, detail);
}

function nameCheck(
  name: string,
  texts: readonly CitedText[],
  isCalled: (name: string) => boolean,
): ClaimCheck {
  const passed = [name, withoutCall(name)].some(
    (one) => texts.some(({ holder }) => holder.holdsCode(one)) || isCalled(one),
  );
  return check('identifier', passed, `\`${shortened(name)}\` is ${passed ? '' : 'not '}in the cited lines.`);
}

function lineChecks(prose: string, cited: readonly AnyEvidence[]): readonly ClaimCheck[] {
  return linesIn(prose).map(({ startLine, endLine }) => {
    const passed =
      startLine <= endLine &&
      cited.some(
        (one) =>
          !isOfCommit(one) && !isOfDiscussion(one) && startLine >= one.startLine && endLine <= one.endLine,
      );
    return check(
      'lines',
      passed,
      `Lines ${startLine} to ${endLine} are ${passed ? '' : 'not '}among those cited.`,
    );
  });
}

function isNamed(one: AnyEvidence, name: string): boolean {
  if (isOfCommit(one)) return isNameOfCommit(one, name);
  if (isOfAttachment(one)) return name === one.path;
  return isOfDiscussion(one) ? isNameOfDiscussion(one, name) : isNameOf(one, name);
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
const linesPattern = /\b(?:lines?\s+|L(?=\d))(\d+(?:\s*(?:–|—|-|,|&|\bto\b|\band\b|\bor\b)+\s*\d+)*)/gi;
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

function withoutLines(prose: string): string {
  return prose.replace(linesPattern, ' ');
}

function check(name: ClaimCheck['check'], passed: boolean, detail: string): ClaimCheck {
  return { check: name, passed, detail };
}

function shortened(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
