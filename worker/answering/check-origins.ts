/**
 * What a claim says a commit did to lines, and when, held to what is known of the commit: words such as "introduced" pass only where
 * the origins of the lines say so, and a day only where it is the day of a commit that is cited.
 */

import type { ClaimCheck } from '../core/answer.ts';
import { isOfCommit, type AnyEvidence, type CommitEvidence, type OriginReason } from '../core/evidence.ts';

/** Shorter beginnings of a commit's id name many. */
const shortestId = 7;

/** Its id or seven digits and more of it, `#12` of its pull request or issues, or its author. */
export function isNameOfCommit(commit: CommitEvidence, name: string): boolean {
  if (name.length >= shortestId && commit.commit.startsWith(name.toLowerCase())) return true;
  const number = /^[#!](\d+)$/.exec(name)?.[1];
  if (number === undefined) return name === commit.author;
  return commit.pullRequest?.number === Number(number) || commit.issues.includes(Number(number));
}

/** Who says one of these of a commit says it of its lines; the message's own words are quoted. */
const said: readonly (readonly [RegExp, readonly OriginReason[]])[] = [
  [
    /\b(?:introduced|brought (?:in|first)?|first (?:added|written|committed)|originates? (?:in|from))\b/i,
    ['introduced'],
  ],
  [/\b(?:last|most recently|latest) (?:changed|edited|modified|touched)\b/i, ['last-changed']],
  [/\b(?<!last )(?:also )?(?:changed|edited|modified|touched)\b(?! last)/i, ['changed', 'last-changed']],
  [/\b(?:moved|carried over)\b/i, ['moved']],
];
/** A name in capitals after "by"; of "by commit …" the commit is meant. */
const writer = /\bby (\p{Lu}[\p{L}\p{M}.'’-]*(?: \p{L}[\p{L}\p{M}.'’-]*){0,4})/gu;
const day = /\b\d{4}-\d{2}-\d{2}\b/g;

export function checkOrigins(prose: string, cited: readonly AnyEvidence[]): readonly ClaimCheck[] {
  const commits = cited.filter(isOfCommit);
  if (commits.length === 0) return [];
  const lines = cited.filter((one) => !isOfCommit(one));
  const origins = said
    .filter(([words]) => words.test(prose))
    .map(([words, reasons]): ClaimCheck => {
      const passed = commits.some((commit) =>
        commit.origins.some(
          (origin) =>
            reasons.includes(origin.reason) &&
            (lines.length === 0 ||
              lines.some(
                (span) =>
                  span.path === origin.path &&
                  origin.startLine <= span.endLine &&
                  origin.endLine >= span.startLine,
              )),
        ),
      );
      const word = words.exec(prose)?.[0] ?? '';
      return {
        check: 'origin',
        passed,
        detail: `The origins of the lines ${passed ? 'say' : 'do not say'} “${word}” of the commit.`,
      };
    });
  const days = [...prose.matchAll(day)].map(([text]): ClaimCheck => {
    const passed = commits.some(({ authoredAt }) => dayOf(authoredAt) === text);
    return {
      check: 'date',
      passed,
      detail: `${text} is ${passed ? '' : 'not '}the day a cited commit was written.`,
    };
  });
  const authors = [...prose.matchAll(writer)].map(([, name = '']): ClaimCheck => {
    const passed = commits.some(({ author }) => name.startsWith(author) || author.startsWith(name));
    return {
      check: 'author',
      passed,
      detail: `${name} ${passed ? 'wrote' : 'is not known to have written'} a cited commit.`,
    };
  });
  return [...origins, ...days, ...authors];
}

/** In UTC, as every day this project tells. */
export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
