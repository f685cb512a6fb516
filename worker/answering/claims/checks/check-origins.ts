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

/** Shorter prefixes of a commit id are ambiguous. */
const minIdLength = 7;
const maxAuthorLength = 80;

/** Formats an author for inline code, so that punctuation in the name cannot end a sentence. */
export function formatAuthor({ author }: { readonly author: string }): string {
  return (
    author
      .replace(/[`\p{Cc}\p{Cf}]/gu, '')
      .trim()
      .slice(0, maxAuthorLength) || 'nobody named'
  );
}

/** Accepts a commit id of at least seven digits, the number of its pull request or issue, or its author. */
export function isNameOfCommit(commit: CommitEvidence, name: string): boolean {
  const number = /^[#!](\d+)$/.exec(name)?.[1];
  if (number !== undefined)
    return commit.pullRequest?.number === Number(number) || commit.issues.includes(Number(number));
  return isCommitId(commit, name) || name === formatAuthor(commit);
}

function isCommitId({ commit }: CommitEvidence, name: string): boolean {
  return name.length >= minIdLength && commit.startsWith(name.toLowerCase());
}

/** Verbs for what a commit did to lines, with the line origins that support them. */
const originVerbs: readonly (readonly [RegExp, readonly OriginReason[]])[] = [
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
/** Denials fail, because line origins cannot prove that something did not happen. */
const denial =
  /\b(?:not|never|n['’]t)\b.{0,30}\b(?:introduced|brought|added|created|written|authored|changed|edited|modified|touched|moved)\b/i;

/** "by" followed by a name, excluding words that are not a person. */
const byAuthor =
  /\bby (?!(?:commit|pull|merge|the|an?|its?|this|that|which|these|way|then|now|default)\b)([\p{L}][\p{L}\p{M}.'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,4})/gu;
const authorFirst =
  /(\p{Lu}[\p{L}\p{M}'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,4}) (?:wrote|authored|added|introduced|created|changed|edited|committed)\b/gu;

export function checkOrigins(
  text: string,
  parts: ClaimParts,
  cited: readonly AnyEvidence[],
): readonly ClaimCheck[] {
  const commits = cited.filter(isCommitEvidence);
  if (commits.length === 0) return [];
  const spans = cited.filter((evidence) => isSpanEvidence(evidence));
  const named = parts.code.filter((name) =>
    commits.some((commit) => isCommitId(commit, name) || name === formatAuthor(commit)),
  );
  const authors = findAuthorsAsCode(stripQuotations(text)).filter(
    (name) => !spans.some((span) => span.path === name || createTextMatcher(span.text).containsCode(name)),
  );
  const checked = commits.map((commit) => [
    ...originChecks(parts.prose, commit, spans),
    ...dayChecks(parts.prose, commit),
    ...authorChecks(parts.prose, commit),
    ...named
      .filter((name) => !isNameOfCommit(commit, name))
      .map((name): ClaimCheck => ({
        check: 'author',
        passed: false,
        detail: `\`${name}\` belongs to another commit.`,
      })),
    // A name that the message only mentions is not an author.
    ...authors
      .filter((name) => !named.includes(name))
      .map((name): ClaimCheck => ({
        check: 'author',
        passed: cited.some((evidence) => isDiscussionEvidence(evidence) && formatAuthor(evidence) === name),
        detail: `\`${name}\` is compared with the authors of the evidence.`,
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
  return originVerbs.flatMap(([words, reasons]): readonly ClaimCheck[] => {
    const word = words.exec(prose)?.[0];
    if (word === undefined) return [];
    const origins = commit.origins.filter(({ reason }) => reasons.includes(reason));
    const passed = !denial.test(prose) && originsCover(origins, spans, findStatedLines(prose));
    const detail = `The origins of the lines ${passed ? 'say' : 'do not say'} “${word}” of the commit.`;
    return [{ check: 'origin', passed, detail }];
  });
}

type Origin = CommitEvidence['origins'][number];

/** Every stated line must be in an origin. If no line is stated, an origin must overlap a cited span. */
function originsCover(
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

function findStatedLines(prose: string): readonly (readonly [number, number])[] {
  const found = /\blines? (\d+)(?:\s*(?:–|—|-|to)\s*(\d+))?/i.exec(prose);
  return found === null ? [] : [[Number(found[1]), Number(found[2] ?? found[1])]];
}

function dayChecks(prose: string, { authoredAt }: CommitEvidence): readonly ClaimCheck[] {
  const commitDay = formatDay(authoredAt);
  return findDates(prose).map(([text, beginning]) => {
    const passed = commitDay.startsWith(beginning);
    return {
      check: 'date',
      passed,
      detail: `${text} is ${passed ? '' : 'not '}when the commit was written.`,
    };
  });
}

function authorChecks(prose: string, commit: CommitEvidence): readonly ClaimCheck[] {
  const names = [...prose.matchAll(byAuthor), ...prose.matchAll(authorFirst)].map(([, name = '']) => name);
  return names.map((name) => {
    const passed =
      name.replace(/\.$/, '').toLowerCase() === formatAuthor(commit).replace(/\.$/, '').toLowerCase();
    return {
      check: 'author',
      passed,
      detail: `${name} ${passed ? 'wrote' : 'is not known to have written'} the commit.`,
    };
  });
}
