/** The parts of a stream are sent in a fixed order. */
import { expect, it } from 'vitest';
import type { AnswerStreamPart } from '../../../../worker/contract/answers/stream.ts';
import type { TurnEvent } from '../../../../worker/core/answers/conversation.ts';
import { createPartConverter } from '../../../../worker/http/answers/answer-parts.ts';

const begin: TurnEvent = {
  type: 'begin',
  turn: 't',
  number: 1,
  question: 'a?',
  snapshot: 's',
  cached: false,
};
const question: TurnEvent = {
  type: 'question',
  reading: { class: 'how', asked: 'a?', text: 'a?', carried: [], confidence: 'low', refused: false },
  isLesser: false,
};
const end: TurnEvent = {
  type: 'end',
  verdict: { class: 'how', confidence: 'low', refused: false, answerer: 'embedded' },
  timings: { retrieveMs: 1, firstPartMs: 2, totalMs: 3 },
  subjects: [],
};
const text = (delta: string): TurnEvent => ({ type: 'text', delta });

function makeParts(...events: readonly TurnEvent[]): readonly AnswerStreamPart[] {
  const toParts = createPartConverter('c');
  return events.flatMap((event) => toParts(event));
}
const makePartTypes = (...events: readonly TurnEvent[]) => makeParts(...events).map(({ type }) => type);

it('sends confidence and sources before the text starts', () => {
  const parts = makeParts(begin, question, { type: 'sources', evidence: [] }, text('a'), text('b'), end);
  expect(parts.map(({ type }) => type)).toEqual([
    'start',
    'data-question',
    'data-sources',
    'text-start',
    'text-delta',
    'text-delta',
    'text-end',
    'data-timings',
    'finish',
  ]);
  expect(parts[1]).toMatchObject({ data: { confidence: 'low' } });
});

it('does not end a text that never started', () => {
  expect(makePartTypes(begin, { type: 'stopped', reason: 'Stopped.' })).toEqual(['start', 'abort']);
  expect(makePartTypes(begin, question, end)).not.toContain('text-end');
  expect(makePartTypes(begin, text('a'), { type: 'stopped', reason: 'Stopped.' })).toEqual([
    'start',
    'text-start',
    'text-delta',
    'text-end',
    'abort',
  ]);
});
