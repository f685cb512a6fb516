/** Limits commits to the period and the author that a question names, and states if none of them qualify. */

import type { CommitRow } from '../../../ports/history-store.ts';
import type { HistorySubject } from './bind-subject.ts';
import type { ResolvedPeriod } from './resolve-period.ts';

interface Scope {
  readonly period?: ResolvedPeriod | undefined;
  readonly subject?: Pick<HistorySubject, 'author'> | undefined;
  readonly unknownVersions?: readonly string[] | undefined;
}

export function isScoped({ period, subject }: Scope): boolean {
  return period !== undefined || subject?.author !== undefined;
}

export function isInScope({ period, subject }: Scope, commit: CommitRow): boolean {
  const author = subject?.author;
  return (
    (period === undefined || period.includes(commit)) && (author === undefined || commit.author === author)
  );
}

/** A sentence on what the question limits its commits to and the history does not contain; undefined if there is no such thing. */
export function describeScope(
  { period, subject, unknownVersions = [] }: Scope,
  isEmpty: boolean,
): string | undefined {
  const by = subject?.author === undefined ? '' : ` by ${formatAuthor(subject.author)}`;
  const during = period === undefined ? '' : ` ${period.description}`;
  const empty = isEmpty
    ? `No commit${by}${during} matches the question; these commits do not meet that limit`
    : '';
  const unknown = describeUnknownVersions(unknownVersions);
  const sentence = [empty, unknown].filter((part) => part !== '').join('; ');
  return sentence === '' ? undefined : sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** @returns empty without unknown versions */
export function describeUnknownVersions(versions: readonly string[]): string {
  const names = versions.map((version) => `\`${version}\``).join(' and ');
  return versions.length === 0
    ? ''
    : `the known history contains no release ${names}, so the commits are not limited by it`;
}

export function formatAuthor(author: string): string {
  return `\`${author.replaceAll('`', '')}\``;
}
