/** GraphQL calls, answered by GitHub's published schema. */

import type { AnswerGraphQl } from '../answer-api.ts';
import type { Budgets } from '../budgets.ts';
import { notFound } from '../rest/problems.ts';
import type { State } from '../state.ts';

export function createAnswerGraphQl(..._parts: readonly [State, Budgets]): AnswerGraphQl {
  return () => Promise.reject(notFound());
}
