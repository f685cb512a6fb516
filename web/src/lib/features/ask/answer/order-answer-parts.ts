/**
 * Orders the headings, claims and cards of an answer for display. Pure. A card follows the first claim, which says in a sentence what
 * was found; a card that arrives earlier waits, so that nothing on the page moves down. Headings keep their place. Where history is
 * cited, the current code and its history get separate headings, and a timeline belongs to the history.
 */
import type { Card, Claim, Evidence } from '../../../api.ts';
import { shortCommit } from '../../../format.ts';
import { isHistoryEvidence, isSpan } from '../sources/evidence.ts';
import { emptyPositions } from './claim-positions.ts';
import type { AnswerState } from './reduce-answer.ts';

type AnswerPart =
  | {
      readonly kind: 'claims';
      readonly claims: readonly Claim[];
      /** The 1-based number of the first of these claims in the whole answer. */
      readonly first: number;
    }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'card'; readonly card: Card };

export function orderAnswerParts(
  {
    claims,
    cards,
    evidence,
    positions: { headings } = emptyPositions,
  }: Pick<AnswerState, 'claims' | 'cards' | 'evidence'> & Partial<Pick<AnswerState, 'positions'>>,
  running: boolean,
): readonly AnswerPart[] {
  const parts: AnswerPart[] = [];
  const historyStart = findHistoryStart(claims, evidence);
  let added = 0;
  const addClaims = (until: number): void => {
    if (until <= added) return;
    const written = headings[claims[added]?.id ?? ''] ?? [];
    const heading = headingBefore(added, historyStart, evidence);
    // A heading in the text may give more digits of the commit.
    const isWritten =
      heading === undefined ||
      Object.values(headings).some((all) => all.some((one) => one.startsWith(heading)));
    for (const text of isWritten ? written : [heading, ...written]) parts.push({ kind: 'heading', text });
    // A group of claims ends before the next heading and before the history.
    const next = claims.findIndex(({ id }, index) => index > added && headings[id] !== undefined);
    const end = Math.min(
      historyStart !== undefined && added < historyStart ? historyStart : until,
      next < 0 ? until : next,
      until,
    );
    parts.push({ kind: 'claims', claims: claims.slice(added, end), first: added + 1 });
    added = end;
    addClaims(until);
  };
  for (const { card, claimsBefore } of cards) {
    const place = Math.max(claimsBefore, card.type === 'timeline' ? (historyStart ?? 0) + 1 : 1);
    if (running && claims.length < place) continue;
    addClaims(Math.min(place, claims.length));
    parts.push({ kind: 'card', card });
  }
  addClaims(claims.length);
  return parts;
}

/**
 * The index of the first claim that cites a commit or a discussion. The number of claims when none does so far; undefined when the
 * evidence contains no history.
 */
function findHistoryStart(claims: readonly Claim[], evidence: readonly Evidence[]): number | undefined {
  const historyIds = new Set(evidence.filter(isHistoryEvidence).map(({ id }) => id));
  if (historyIds.size === 0) return undefined;
  const start = claims.findIndex(({ citations }) => citations.some((id) => historyIds.has(id)));
  return start < 0 ? claims.length : start;
}

function headingBefore(
  claim: number,
  historyStart: number | undefined,
  evidence: readonly Evidence[],
): string | undefined {
  if (historyStart === claim) return 'Its history';
  if (historyStart === undefined || claim !== 0) return undefined;
  const asOf = evidence.find(isSpan)?.commit;
  return `The code${asOf === undefined ? '' : `, as of ${shortCommit(asOf)}`}`;
}
