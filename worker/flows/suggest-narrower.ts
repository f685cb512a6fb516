/** A question about everything: no answer could rest on a few places, so narrower questions are offered that have one. */

import { narrow } from '../answering/narrow.ts';
import type { AnswerEvent } from '../core/answer.ts';
import type { ResolvedSnapshot } from './resolve-snapshot.ts';
import type { Services } from './services.ts';
import { starterQuestions } from './starter-questions.ts';

export async function* suggestNarrower(
  services: Services,
  resolved: ResolvedSnapshot,
): AsyncGenerator<AnswerEvent> {
  const starters = await starterQuestions(services, resolved);
  const questions = starters.map(({ question }) => question);
  yield { type: 'sources', evidence: [] };
  yield { type: 'text', delta: narrow(questions) };
  if (questions.length > 0) yield { type: 'suggestions', questions };
}
