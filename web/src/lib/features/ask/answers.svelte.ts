/**
 * The answers of this visit, by repository and question, so that back and forward show at once what was answered before.
 * A reload asks again. A question whose answer was stopped or failed is asked anew.
 */
import { askQuestion, type Turn } from './turn.svelte.ts';

const kept = new Map<string, Turn>();
const maxKept = 50;

/** The answer to a question about one snapshot of a repository: the one kept, or a new one. */
export function answerTo(question: {
  readonly repositoryId: string;
  readonly snapshotId: string;
  readonly text: string;
}): Turn {
  const key = JSON.stringify([question.repositoryId, question.snapshotId, question.text]);
  const known = kept.get(key);
  if (known !== undefined && known.phase !== 'failed' && known.phase !== 'stopped') return known;
  const turn = askQuestion(question.repositoryId, question.text);
  kept.delete(key);
  kept.set(key, turn);
  const oldest = kept.keys().next().value;
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  return turn;
}

/** Forgets an answer, so that it is asked again. */
export function forgetAnswer(turn: Turn): void {
  turn.stop();
  for (const [key, known] of kept) if (known === turn) kept.delete(key);
}
