/**
 * Looks up what a claim says a commit did to lines, when, and who wrote it. One cited commit must support all of it, and words such as
 * "introduced" need a matching line origin.
 */

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
import { isFound, type LookUp } from '../look-up.ts';

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
/** Line origins can contradict a denial, but cannot prove that something did not happen. */
const denial =
  /\b(?:not|never|n['’]t)\b.{0,30}\b(?:introduced|brought|added|created|written|authored|changed|edited|modified|touched|moved)\b/i;

/** "by" followed by a name, excluding words that are not a person. */
const byAuthor =
  /\bby (?!(?:commit|pull|merge|the|an?|its?|this|that|which|these|way|then|now|default)\b)([\p{L}][\p{L}\p{M}.'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,4})/gu;
const authorFirst =
  /(\p{Lu}[\p{L}\p{M}'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,4}) (?:wrote|authored|added|introduced|created|changed|edited|committed)\b/gu;

export function lookUpOrigins(
  text: string,
  parts: ClaimParts,
  cited: readonly AnyEvidence[],
): readonly LookUp[] {
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
      .map((name): LookUp => ({
        check: 'author',
        item: `\`${name}\``,
        place: undefined,
        detail: `\`${name}\` belongs to another commit.`,
      })),
    // A name that the message only mentions is not an author.
    ...authors
      .filter((name) => !named.includes(name))
      .map((name): LookUp => {
        const isAuthor = cited.some(
          (evidence) => isDiscussionEvidence(evidence) && formatAuthor(evidence) === name,
        );
        return authorLookUp(`\`${name}\``, isAuthor);
      }),
  ]);
  return checked.toSorted((a, b) => failures(a) - failures(b))[0] ?? [];
}

function failures(lookUps: readonly LookUp[]): number {
  return lookUps.filter((lookUp) => !isFound(lookUp)).length;
}

function authorLookUp(item: string, isAuthor: boolean): LookUp {
  const detail = `${item} ${isAuthor ? 'is' : 'is not'} an author of the cited records.`;
  return { check: 'author', item, place: isAuthor ? 'the cited records' : undefined, detail };
}

function originChecks(prose: string, commit: CommitEvidence, spans: readonly Evidence[]): readonly LookUp[] {
  return originVerbs.flatMap(([words, reasons]): readonly LookUp[] => {
    const word = words.exec(prose)?.[0];
    if (word === undefined) return [];
    const origins = commit.origins.filter(({ reason }) => reasons.includes(reason));
    const isCovered = originsCover(origins, spans, findStatedLines(prose));
    const isDenied = denial.test(prose);
    if (isDenied && !isCovered) return [];
    const detail = `The line history ${isCovered ? 'says' : 'does not say'} “${word}” of commit ${commit.commit.slice(0, 10)} and the cited lines.`;
    return [
      {
        check: 'origin',
        item: `“${word}”`,
        place: isCovered && !isDenied ? 'the line history' : undefined,
        detail,
        isContradicted: isDenied,
      },
    ];
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

function dayChecks(prose: string, { commit, authoredAt }: CommitEvidence): readonly LookUp[] {
  const commitDay = formatDay(authoredAt);
  return findDates(prose).map(([text, beginning]) => {
    const detail = `Commit ${commit.slice(0, 10)} was written on ${commitDay}.`;
    return {
      check: 'date',
      item: text,
      place: commitDay.startsWith(beginning) ? commitDay : undefined,
      detail,
    };
  });
}

function authorChecks(prose: string, commit: CommitEvidence): readonly LookUp[] {
  const names = [...prose.matchAll(byAuthor), ...prose.matchAll(authorFirst)].map(([, name = '']) => name);
  return names.map((name) => authorLookUp(name, bareName(name) === bareName(formatAuthor(commit))));
}

function bareName(name: string): string {
  return name.replace(/\.$/, '').toLowerCase();
}
