/** Whether the server declines the question because the repository does not hold what it asks; known before the answer. */
import type { AnswerState } from './reduce-answer.ts';

export function isDeclined(answer: Pick<AnswerState, 'metadata' | 'reading'>): boolean {
  return answer.metadata?.refused ?? answer.reading?.refused ?? false;
}
