/** Decides whether a text requests something else than an answer about the code. `fit-label.py` fits the weights of each kind. */

import type { Question } from '../../core/answers/question.ts';
import greeting from './greeting-weights.json' with { type: 'json' };
import { hasLabel } from './has-label.ts';
import work from './request-weights.json' with { type: 'json' };

const workWeights: ReadonlyMap<string, number> = new Map(Object.entries(work.weights));
const greetingWeights: ReadonlyMap<string, number> = new Map(Object.entries(greeting.weights));

/** @param names names written as code, and paths */
export function classifyRequest(text: string, names: readonly string[]): Question['request'] {
  if (hasLabel({ bias: greeting.bias, weights: greetingWeights }, text, names)) return 'conversation';
  return hasLabel({ bias: work.bias, weights: workWeights }, text, names) ? 'work' : undefined;
}

/** Whether the words of a clause before a question are those of a greeting. */
export function isGreetingClause(clause: string): boolean {
  return hasLabel({ bias: greeting.bias, weights: greetingWeights }, clause, []);
}
