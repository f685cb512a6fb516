/**
 * Decides whether the repository contains the code in a question: verbatim except for white space and secrets, or
 * closer by embedding than code of other repositories usually is.
 */

import { maskText } from '../../core/text/mask-text.ts';
import { denseModel } from './confidence-weights.ts';
import type { RankedSpan } from '../ranking/rank-spans.ts';

/**
 * The cosine of that model: of a function's code to the likest chunk of its repository it is higher for 95 of 100, to the likest of
 * another repository in the same language for 2 of 100. Other models measure otherwise, and have no such bound.
 */
const likeEnough = 0.6;
/** Characters, white space aside, from which on the same words are no chance. */
const tellingLength = 24;
/** The likest chunks that are read. */
const mostRead = 8;

/** @param space that of the similarities `codeDense` of the spans */
export function containsCode(code: string, spans: readonly RankedSpan[], space: string | undefined): boolean {
  const likest = spans
    .filter((span) => likenessOf(span) > 0)
    .toSorted((a, b) => likenessOf(b) - likenessOf(a))
    .slice(0, mostRead);
  const [first] = likest;
  if (first === undefined) return false;
  if (space?.split('@')[0] === denseModel && likenessOf(first) >= likeEnough) return true;
  const sought = withoutSpace(code);
  return (
    sought.length >= tellingLength &&
    likest.some(({ chunk }) => withoutSpace(shownOf(chunk)).includes(sought))
  );
}

function likenessOf({ scores }: RankedSpan): number {
  return scores['codeDense'] ?? 0;
}

function shownOf({ raw, masks, startOffset }: RankedSpan['chunk']): string {
  return maskText(raw, masks, startOffset);
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}
