/** Creates the state of an answer from its text and its claims, which must occur in the text in this order. */

import type { AnswerStreamPart, Claim, Evidence } from '../../../web/src/lib/api.ts';
import {
  emptyAnswer,
  reduceAnswer,
  type AnswerState,
} from '../../../web/src/lib/features/ask/answer/reduce-answer.ts';

export function writtenClaim(
  id: string,
  text: string,
  overrides: Partial<Omit<Claim, 'id' | 'text'>> = {},
): Claim {
  const citations = Array.from(text.matchAll(/\[chunk:(\w+)\]/g), ([, cited = '']) => cited);
  return { id, text, state: 'verified', citations, checks: [], ...overrides };
}

export function answerState(
  text: string,
  claims: readonly Claim[],
  evidence: readonly Evidence[] = [],
): AnswerState {
  const parts: AnswerStreamPart[] = [
    { type: 'data-sources', data: { evidence: [...evidence] } },
    { type: 'text-delta', id: 'answer', delta: text },
    ...claims.map((claim): AnswerStreamPart => ({ type: 'data-claim', id: claim.id, data: claim })),
  ];
  return parts.reduce(reduceAnswer, emptyAnswer);
}
