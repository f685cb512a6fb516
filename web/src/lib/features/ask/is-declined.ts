/** Whether the server declines the question because the repository does not hold what it asks; known early by its class. */
import type { AnswerState } from './reduce-answer.ts';

export function isDeclined(answer: Pick<AnswerState, 'metadata' | 'questionClass'>): boolean {
  return answer.metadata?.refused ?? answer.questionClass === 'out-of-scope';
}
