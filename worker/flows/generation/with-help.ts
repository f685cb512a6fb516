/** An answer's events with what was spent on help: models that helped to find an answer are paid for like those that write it. */

import type { AnswerEvent } from '../../core/answer.ts';
import { addSpent, nothingSpent, type GenerationFacts, type Spent } from '../../core/generation.ts';
import type { ModelHelp } from './model-help.ts';

/** @param help by all that was asked for so far; all of it was, once the events are over */
export async function* withHelp(
  events: AsyncIterable<AnswerEvent>,
  { spent, isOwnKey }: Pick<ModelHelp, 'spent' | 'isOwnKey'>,
): AsyncGenerator<AnswerEvent> {
  let isTold = false;
  for await (const event of events) {
    if (event.type !== 'generation') yield event;
    else yield { ...event, generation: { ...event.generation, ...addSpent(event.generation, spent()) } };
    isTold ||= event.type === 'generation';
  }
  const helped = spent();
  if (!isTold && helped !== nothingSpent)
    yield { type: 'generation', generation: { ...notWritten, ...helped, isOwnKey }, degraded: undefined };
}

/** The text is composed: no model was asked for it. */
const notWritten: Omit<GenerationFacts, keyof Spent | 'isOwnKey'> = {
  model: undefined,
  isCutOff: false,
  attempts: [],
  firstTokenMs: undefined,
  totalMs: 0,
};
