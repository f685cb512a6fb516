/** Decides whether a text requests something else than an answer about the code. `fit-label.py` fits the weights of requests for work. */

import type { Question } from '../../core/answers/question.ts';
import { isConversation } from './greeting-words.ts';
import { hasLabel } from './has-label.ts';
import work from './request-weights.json' with { type: 'json' };

const weights: ReadonlyMap<string, number> = new Map(Object.entries(work.weights));

/** @param names names written as code, and paths; a text with one is no greeting */
export function classifyRequest(text: string, names: readonly string[]): Question['request'] {
  if (names.length === 0 && isConversation(text)) return 'conversation';
  return hasLabel({ bias: work.bias, weights }, text, names) ? 'work' : undefined;
}
