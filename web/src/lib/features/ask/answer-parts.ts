/**
 * The claims and cards of an answer in the order they are shown. A card comes after the first claim, which says in a sentence what
 * was found, and until that has arrived it waits: nothing then moves down. Headings stand where they were written; where the past is cited,
 * what the code says now stands under a heading of its own, apart from its history, to which a timeline belongs. Pure.
 */
import type { Card, Claim, Evidence } from '../../api.ts';
import { shortCommit } from '../../format.ts';
import { isOfPast, isSpan } from './evidence-kinds.ts';
import type { AnswerState } from './reduce-answer.ts';
import { nothingTold } from './told-text.ts';

type AnswerPart =
  | {
      readonly kind: 'claims';
      readonly claims: readonly Claim[];
      /** The number of the first of them among all, from 1. */
      readonly first: number;
    }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'card'; readonly card: Card };

export function answerParts(
  {
    claims,
    cards,
    evidence,
    told: { headings } = nothingTold,
  }: Pick<AnswerState, 'claims' | 'cards' | 'evidence'> & Partial<Pick<AnswerState, 'told'>>,
  running: boolean,
): readonly AnswerPart[] {
  const parts: AnswerPart[] = [];
  const past = historyBegin(claims, evidence);
  let told = 0;
  const tellClaims = (until: number): void => {
    if (until <= told) return;
    const written = headings[claims[told]?.id ?? ''] ?? [];
    const heading = headingAt(told, past, evidence);
    // A written one may tell more digits of the commit.
    const isWritten =
      heading === undefined ||
      Object.values(headings).some((all) => all.some((one) => one.startsWith(heading)));
    for (const text of isWritten ? written : [heading, ...written]) parts.push({ kind: 'heading', text });
    // A heading stands before the first claim of the past, wherever it comes.
    const next = claims.findIndex(({ id }, at) => at > told && headings[id] !== undefined);
    const end = Math.min(past !== undefined && told < past ? past : until, next < 0 ? until : next, until);
    parts.push({ kind: 'claims', claims: claims.slice(told, end), first: told + 1 });
    told = end;
    tellClaims(until);
  };
  for (const { card, after } of cards) {
    const place = Math.max(after, card.type === 'timeline' ? (past ?? 0) + 1 : 1);
    if (running && claims.length < place) continue;
    tellClaims(Math.min(place, claims.length));
    parts.push({ kind: 'card', card });
  }
  tellClaims(claims.length);
  return parts;
}

/** The first claim that cites a commit or a discussion; their number while none has come, undefined where there is no past to cite. */
function historyBegin(claims: readonly Claim[], evidence: readonly Evidence[]): number | undefined {
  const past = new Set(evidence.filter(isOfPast).map(({ id }) => id));
  if (past.size === 0) return undefined;
  const begin = claims.findIndex(({ citations }) => citations.some((id) => past.has(id)));
  return begin < 0 ? claims.length : begin;
}

function headingAt(
  claim: number,
  past: number | undefined,
  evidence: readonly Evidence[],
): string | undefined {
  if (past === claim) return 'Its history';
  if (past === undefined || claim !== 0) return undefined;
  const asOf = evidence.find(isSpan)?.commit;
  return `The code${asOf === undefined ? '' : `, as of ${shortCommit(asOf)}`}`;
}
