/** Describes a source in one line: its lines, or a commit or discussion with its date and age. */

import type { Evidence, SpanEvidence } from '../../../worker/contract/answers/evidence.ts';
import { formatAge } from './format-age.ts';

/** Characters of a commit id, as answers print it. */
const shortIdLength = 9;
export function isSpan(piece: Evidence): piece is SpanEvidence {
  return piece.kind === 'code' || piece.kind === 'docs';
}

/** @param now in milliseconds since 1970; undefined for text that does not depend on the time */
export function describeSource(evidence: Evidence, now: number | undefined): string {
  if (evidence.kind === 'attachment' || isSpan(evidence))
    return `${evidence.path}:${evidence.startLine}-${evidence.endLine}`;
  const age = now === undefined ? undefined : formatAge(evidence.date, now);
  const dateAndAuthor = `${evidence.date.slice(0, 10)}${age === undefined ? '' : ` (${age})`} by ${evidence.author}`;
  if (evidence.kind !== 'commit')
    return `${evidence.kind === 'issue' ? 'issue' : 'pull request'} #${evidence.number}, ${dateAndAuthor}: ${evidence.url}`;
  return `commit ${evidence.commit.slice(0, shortIdLength)} of ${dateAndAuthor}`;
}
