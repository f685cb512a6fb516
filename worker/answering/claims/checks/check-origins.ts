/**
 * Checks what a claim says a commit did, when, and who wrote it. One cited commit must support all of it, and
 * words such as "introduced" need a matching line origin.
 */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import { formatDay } from '../../../core/time.ts';
import {
  isCommitEvidence,
  isDiscussionEvidence,
  isSpanEvidence,
  type AnyEvidence,
  type CommitEvidence,
  type Evidence,
  type OriginReason,
} from '../../../core/answers/evidence.ts';
import { type ClaimParts, stripQuotations } from '../../claim-text/parse-claim.ts';
import { findDates, findAuthorsAsCode } from '../../claim-text/find-attributions.ts';
import { createTextMatcher } from '../../evidence-text/text-matcher.ts';

/** Shorter beginnings of a commit's id name many. */
const shortestId = 7;
const longestWriter = 80;

/** How who wrote a commit is named: as code, so that no stop or mark in a name ends a sentence. */
export function writerOf({ author }: { readonly author: string }): string {
  return (
    author
      .replace(/[`\p{Cc}\p{Cf}]/gu, '')
      .trim()
      .slice(0, longestWriter) || 'nobody named'
  );
}

/** Its id or seven digits and more of it, `#12` of its pull request or issues, or who wrote it. */
export function isNameOfCommit(commit: CommitEvidence, name: string): boolean {
  const number = /^[#!](\d+)$/.exec(name)?.[1];
  if (number !== undefined)
    return commit.pullRequest?.number === Number(number) || commit.issues.includes(Number(number));
  return isIdOf(commit, name) || name === writerOf(commit);
}

function isIdOf({ commit }: CommitEvidence, name: string): boolean {
  return name.length >= shortestId && commit.startsWith(name.toLowerCase());
}

/** Who says one of these of a commit says it of its lines; the message's own words are quoted. */
const said: readonly (readonly [RegExp, readonly OriginReason[]])[] = [
  [
    /\b(?:introduc(?:ed|es)|brought|brings|add(?:ed|s)|creat(?:ed|es)|wrote|written|authored|originates?)\b/i,
    ['introduced'],
  ],
  [/\b(?:last|most recently|latest|lastly) (?:changed|edited|modified|touched)\b/i, ['last-changed']],
  [
    /\b(?<!(?:last|recently|latest|lastly) )(?:changed|edited|modified|touched)\b/i,
    ['changed', 'last-changed'],
  ],
  [/\b(?:moved|carried over)\b/i, ['moved']],
];
/** Nothing is known to be not so. */
const denied =
  /\b(?:not|never|n['’]t)\b.{0,30}\b(?:introduced|brought|added|created|written|authored|changed|edited|modified|touched|moved)\b/i;

/** "by" and what is no name of a person after it. */
const byWriter =
  /\bby (?!(?:commit|pull|merge|the|an?|its?|this|that|which|these|way|then|now|default)\b)([\p{L}][\p{L}\p{M}.'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,4})/gu;
const writerFirst =
  /(\p{Lu}[\p{L}\p{M}'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,4}) (?:wrote|authored|added|introduced|created|changed|edited|committed)\b/gu;

export function checkOrigins(
  text: string,
  spoken: ClaimParts,
  cited: readonly AnyEvidence[],
): readonly ClaimCheck[] {
  const commits = cited.filter(isCommitEvidence);
  if (commits.length === 0) return [];
  const spans = cited.filter((one) => isSpanEvidence(one));
  const named = spoken.code.filter((name) =>
    commits.some((one) => isIdOf(one, name) || name === writerOf(one)),
  );
  const writers = findAuthorsAsCode(stripQuotations(text)).filter(
    (name) => !spans.some((span) => span.path === name || createTextMatcher(span.text).containsCode(name)),
  );
  const checked = commits.map((commit) => [
    ...originChecks(spoken.prose, commit, spans),
    ...dayChecks(spoken.prose, commit),
    ...writerChecks(spoken.prose, commit),
    ...named
      .filter((name) => !isNameOfCommit(commit, name))
      .map((name): ClaimCheck => ({
        check: 'author',
        passed: false,
        detail: `\`${name}\` is of another commit.`,
      })),
    // A name that the message merely mentions wrote nothing.
    ...writers
      .filter((name) => !named.includes(name))
      .map((name): ClaimCheck => ({
        check: 'author',
        passed: cited.some((one) => isDiscussionEvidence(one) && writerOf(one) === name),
        detail: `\`${name}\` is held to who wrote what is cited.`,
      })),
  ]);
  return checked.toSorted((a, b) => failures(a) - failures(b))[0] ?? [];
}

function failures(checks: readonly ClaimCheck[]): number {
  return checks.filter(({ passed }) => !passed).length;
}

function originChecks(
  prose: string,
  commit: CommitEvidence,
  spans: readonly Evidence[],
): readonly ClaimCheck[] {
  return said.flatMap(([words, reasons]): readonly ClaimCheck[] => {
    const word = words.exec(prose)?.[0];
    if (word === undefined) return [];
    const origins = commit.origins.filter(({ reason }) => reasons.includes(reason));
    const passed = !denied.test(prose) && areOf(origins, spans, linesSaid(prose));
    const detail = `The origins of the lines ${passed ? 'say' : 'do not say'} “${word}” of the commit.`;
    return [{ check: 'origin', passed, detail }];
  });
}

type Origin = CommitEvidence['origins'][number];

/** Every line that is said lies in an origin; where none is said, some line of what is cited beside the commit does. */
function areOf(
  origins: readonly Origin[],
  spans: readonly Evidence[],
  lines: readonly (readonly [number, number])[],
): boolean {
  if (spans.length === 0) return origins.length > 0;
  return spans.some((span) => {
    const own = origins.filter(({ path }) => path === span.path);
    if (lines.length === 0)
      return own.some(({ startLine, endLine }) => startLine <= span.endLine && endLine >= span.startLine);
    return lines.every(([first, last]) => isCovered(own, first, last));
  });
}

function isCovered(origins: readonly Origin[], first: number, last: number): boolean {
  let next = first;
  for (const { startLine, endLine } of origins.toSorted((a, b) => a.startLine - b.startLine))
    if (startLine <= next) next = Math.max(next, endLine + 1);
  return next > last;
}

function linesSaid(prose: string): readonly (readonly [number, number])[] {
  const found = /\blines? (\d+)(?:\s*(?:–|—|-|to)\s*(\d+))?/i.exec(prose);
  return found === null ? [] : [[Number(found[1]), Number(found[2] ?? found[1])]];
}

function dayChecks(prose: string, { authoredAt }: CommitEvidence): readonly ClaimCheck[] {
  const is = formatDay(authoredAt);
  return findDates(prose).map(([text, beginning]) => {
    const passed = is.startsWith(beginning);
    return {
      check: 'date',
      passed,
      detail: `${text} is ${passed ? '' : 'not '}when the commit was written.`,
    };
  });
}

function writerChecks(prose: string, commit: CommitEvidence): readonly ClaimCheck[] {
  const names = [...prose.matchAll(byWriter), ...prose.matchAll(writerFirst)].map(([, name = '']) => name);
  return names.map((name) => {
    const passed =
      name.replace(/\.$/, '').toLowerCase() === writerOf(commit).replace(/\.$/, '').toLowerCase();
    return {
      check: 'author',
      passed,
      detail: `${name} ${passed ? 'wrote' : 'is not known to have written'} the commit.`,
    };
  });
}

export { formatDay };
