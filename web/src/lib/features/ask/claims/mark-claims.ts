/** Builds the Markdown of an answer from its text and the current text of each claim. Pure. The page also needs a marker at the end of each claim. */
import type { Claim } from '../../../api.ts';
import { cleanQuotations } from '../../../landing-api.ts';
import type { ClaimPositions } from '../answer/claim-positions.ts';
import { findMissingCitations } from './claim-citations.ts';
import { markClaimEnd, withoutMarkerCharacters } from './claim-marker.ts';

interface AnswerText {
  readonly text: string;
  readonly claims: readonly Claim[];
  readonly positions: Pick<ClaimPositions, 'spans'>;
  /** Where the shown text starts. */
  readonly from: number;
}

/** A claim object never changes, and an answer is shown again for every piece of text that arrives. */
const markedClaims = new WeakMap<Claim, string>();

export function markClaims(answer: AnswerText): string {
  return replaceClaims({ ...answer, text: withoutMarkerCharacters(answer.text) }, markClaim);
}

/** Replaces the text of each claim. A claim that the text does not contain is appended. */
export function replaceClaims(
  { text, claims, positions, from }: AnswerText,
  replace: (claim: Claim) => string,
): string {
  const end = { start: text.length, end: text.length };
  const placed = claims
    .map((claim) => ({ claim, span: positions.spans[claim.id] ?? end }))
    .sort((a, b) => a.span.start - b.span.start);
  let replaced = '';
  let position = from;
  for (const { claim, span } of placed) {
    if (span.start < position) continue;
    replaced += text.slice(position, span.start) + replace(claim);
    position = span.end;
  }
  return replaced + withoutPartialCitation(text.slice(position));
}

function markClaim(claim: Claim): string {
  const known = markedClaims.get(claim);
  if (known !== undefined) return known;
  const marked = appendToClaim(
    markHeading(withoutMarkerCharacters(cleanQuotations(claim.text)), claim.id),
    formatMissingCitations(claim),
    markClaimEnd(claim.id),
  );
  markedClaims.set(claim, marked);
  return marked;
}

/** A heading whose citations are below it is a part of the claim, not a title. */
function markHeading(text: string, id: string): string {
  return text.replace(/^#{1,6}[ \t][^\n]*(?=\n)/, (heading) => `${heading}${markClaimEnd(id)}`);
}

/** The citations of a claim that its text does not contain. */
export function formatMissingCitations(claim: Claim): string {
  return findMissingCitations(claim)
    .map((id) => `[chunk:${id}]`)
    .join('');
}

/** Text on the line of a closing code fence would reopen the code. */
export function appendToClaim(text: string, appended: string, end = ''): string {
  const isFenced = /(?:^|\n)[ \t]*(?:`{3,}|~{3,})$/.test(text);
  if (isFenced && appended + end !== '') return `${text}\n${appended}${end}`;
  return appended === '' ? text + end : `${text} ${appended}${end}`;
}

/** A citation that is still arriving is not shown yet. */
function withoutPartialCitation(text: string): string {
  return text.replace(/\[[\w:-]{0,80}$/, '').trimEnd();
}
