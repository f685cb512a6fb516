/** Describes a source in one line: its lines, or a commit or discussion with its date and age. */

import type { Evidence, SpanEvidence } from '../../../worker/contract/answers/evidence.ts';

/** Characters of a commit id, as answers print it. */
const shortIdLength = 9;
const ageFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const dayMs = 86_400_000;
const units = [
  ['year', 365 * dayMs],
  ['month', 30 * dayMs],
  ['day', dayMs],
] as const;

export function isSpan(piece: Evidence): piece is SpanEvidence {
  return piece.kind === 'code' || piece.kind === 'docs';
}

/** @param now in milliseconds since 1970; undefined for text that does not depend on the time */
export function describeSource(evidence: Evidence, now: number | undefined): string {
  if (evidence.kind === 'attachment' || isSpan(evidence))
    return `${evidence.path}:${evidence.startLine}-${evidence.endLine}`;
  const age = now === undefined ? '' : ` (${formatAge(now - Date.parse(evidence.date))})`;
  const dateAndAuthor = `${evidence.date.slice(0, 10)}${age} by ${evidence.author}`;
  if (evidence.kind !== 'commit')
    return `${evidence.kind === 'issue' ? 'issue' : 'pull request'} #${evidence.number}, ${dateAndAuthor}: ${evidence.url}`;
  return `commit ${evidence.commit.slice(0, shortIdLength)} of ${dateAndAuthor}`;
}

function formatAge(ms: number): string {
  for (const [unit, unitMs] of units)
    if (ms >= unitMs) return ageFormat.format(-Math.floor(ms / unitMs), unit);
  return 'today';
}
