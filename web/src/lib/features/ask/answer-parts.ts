/**
 * The claims and cards of an answer in the order they are shown. A card comes after the first claim, which says in a sentence what
 * was found, and until that has arrived it waits: nothing then moves down. Pure.
 */
import type { Card, Claim } from '../../api.ts';
import type { AnswerState } from './reduce-answer.ts';

export type AnswerPart =
  | {
      readonly kind: 'claims';
      readonly claims: readonly Claim[];
      /** The number of the first of them among all, from 1. */
      readonly first: number;
    }
  | { readonly kind: 'card'; readonly card: Card };

export function answerParts(
  { claims, cards }: Pick<AnswerState, 'claims' | 'cards'>,
  running: boolean,
): readonly AnswerPart[] {
  const parts: AnswerPart[] = [];
  let told = 0;
  const tellClaims = (until: number): void => {
    if (until > told) parts.push({ kind: 'claims', claims: claims.slice(told, until), first: told + 1 });
    told = Math.max(told, until);
  };
  for (const { card, after } of cards) {
    const place = Math.max(1, after);
    if (running && claims.length < place) continue;
    tellClaims(Math.min(place, claims.length));
    parts.push({ kind: 'card', card });
  }
  tellClaims(claims.length);
  return parts;
}
