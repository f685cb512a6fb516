/** An answer's events with what was spent on help: models that helped to find an answer are paid for like those that write it. */

import type { AnswerEvent } from '../../core/answer.ts';
import { addSpent, nothingSpent, type GenerationFacts, type Spent } from '../../core/generation.ts';

/** @param spent by all help asked for so far; all of it was, once the events are over */
export async function* withHelp(
  events: AsyncIterable<AnswerEvent>,
  spent: () => Spent,
): AsyncGenerator<AnswerEvent> {
  let isTold = false;
  for await (const event of events) {
    if (event.type !== 'generation') yield event;
    else yield { ...event, generation: { ...event.generation, ...addSpent(event.generation, spent()) } };
    isTold ||= event.type === 'generation';
  }
  const helped = spent();
  if (!isTold && helped !== nothingSpent)
    yield { type: 'generation', generation: { ...notWritten, ...helped }, degraded: undefined };
}

/** The text is composed: no model was asked for it. */
const notWritten: Omit<GenerationFacts, keyof Spent> = {
  model: undefined,
  isCutOff: false,
  attempts: [],
  firstTokenMs: undefined,
  totalMs: 0,
  isOwnKey: false,
};
