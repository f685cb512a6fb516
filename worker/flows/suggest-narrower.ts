/** A question about everything: no answer could rest on a few places, so narrower questions are offered that have one. */

import { narrow } from '../answering/narrow.ts';
import type { AnswerEvent } from '../core/answer.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Services } from './services.ts';
import { starterQuestions } from './starter-questions.ts';

/** Who asks for all functions is offered some, before what the whole is. */
const asksForDefinitions =
  /\b(?:functions?|methods?|class(?:es)?|interfaces?|types?|structs?|components?|symbols?|definitions?|constants?|variables?)\b/i;

/** @param asked the question that was too broad */
export async function* suggestNarrower(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: string,
): AsyncGenerator<AnswerEvent> {
  const starters = await starterQuestions(services, resolved);
  const namesFirst = asksForDefinitions.test(asked);
  const questions = starters
    .map(({ question }) => question)
    .toSorted((a, b) => (namesFirst ? Number(b.includes('`')) - Number(a.includes('`')) : 0));
  yield { type: 'sources', evidence: [] };
  yield { type: 'text', delta: narrow(questions) };
  if (questions.length > 0) yield { type: 'suggestions', questions };
}
