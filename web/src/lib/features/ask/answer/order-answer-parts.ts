/**
 * Orders the headings, claims and cards of an answer for display. Pure. A card follows the first claim, which states the result in a
 * sentence. A card that arrives earlier waits, so that nothing on the page moves down. Where history is cited, the current code and its
 * history get separate headings, and a timeline belongs to the history.
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
      readonly firstNumber: number;
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
  isRunning: boolean,
): readonly AnswerPart[] {
  const parts: AnswerPart[] = [];
  const historyStart = findHistoryStart(claims, evidence);
  let addedCount = 0;
  const addClaims = (limit: number): void => {
    if (limit <= addedCount) return;
    const writtenHeadings = headings[claims[addedCount]?.id ?? ''] ?? [];
    const heading = findHeadingBefore(addedCount, historyStart, evidence);
    // A heading in the text may contain more digits of the commit.
    const isWritten =
      heading === undefined ||
      Object.values(headings).some((titles) => titles.some((title) => title.startsWith(heading)));
    for (const text of isWritten ? writtenHeadings : [heading, ...writtenHeadings])
      parts.push({ kind: 'heading', text });
    // A group of claims ends before the next heading and before the history.
    const next = claims.findIndex(({ id }, index) => index > addedCount && headings[id] !== undefined);
    const end = Math.min(
      historyStart !== undefined && addedCount < historyStart ? historyStart : limit,
      next < 0 ? limit : next,
      limit,
    );
    parts.push({ kind: 'claims', claims: claims.slice(addedCount, end), firstNumber: addedCount + 1 });
    addedCount = end;
    addClaims(limit);
  };
  for (const { card, claimsBefore } of cards) {
    const minClaims = Math.max(claimsBefore, card.type === 'timeline' ? (historyStart ?? 0) + 1 : 1);
    if (isRunning && claims.length < minClaims) continue;
    addClaims(Math.min(minClaims, claims.length));
    parts.push({ kind: 'card', card });
  }
  addClaims(claims.length);
  return parts;
}

/**
 * The index of the first claim that cites a commit or a discussion. It is the number of claims if no claim cites one yet, and undefined
 * if the evidence contains no history.
 */
function findHistoryStart(claims: readonly Claim[], evidence: readonly Evidence[]): number | undefined {
  const historyIds = new Set(evidence.filter(isHistoryEvidence).map(({ id }) => id));
  if (historyIds.size === 0) return undefined;
  const start = claims.findIndex(({ citations }) => citations.some((id) => historyIds.has(id)));
  return start < 0 ? claims.length : start;
}

/** The heading that the page adds above a claim; undefined for no heading. */
function findHeadingBefore(
  claimIndex: number,
  historyStart: number | undefined,
  evidence: readonly Evidence[],
): string | undefined {
  if (historyStart === claimIndex) return 'Its history';
  if (historyStart === undefined || claimIndex !== 0) return undefined;
  const commit = evidence.find(isSpan)?.commit;
  return `The code${commit === undefined ? '' : `, as of ${shortCommit(commit)}`}`;
}
