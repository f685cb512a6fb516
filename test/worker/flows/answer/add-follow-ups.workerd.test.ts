/** An answer ends with questions about what it cites. Each has an answer, and none delays the text. */
import { beforeAll, expect, it } from 'vitest';
import { smallRepository } from '../../../support/files/small-repository.ts';
import { askWorkbench } from '../../../support/samples/ask-workbench.ts';
import { uploadAndIndex } from '../../../support/workbench/run-jobs.ts';
import { openAnsweringWorkbench } from '../../../support/workbench/open-answering-workbench.ts';
import type { Workbench } from '../../../support/workbench/workbench.ts';

let bench: Workbench;
let id: string;
beforeAll(async () => {
  bench = await openAnsweringWorkbench();
  ({ id } = await uploadAndIndex(bench, smallRepository));
});

const ask = (question: string) => askWorkbench(bench.services, { id, question });
const listSuggested = ({ events }: Awaited<ReturnType<typeof ask>>): readonly string[] =>
  events.flatMap((event) => (event.type === 'suggestions' ? event.questions : []));

it.each([
  'How are differing hashes of a file found?',
  'What happens to a text that is longer than the budget?',
  'Where are the chunks of a file joined back?',
])('%s: every suggested question has an answer that cites the definition', async (question) => {
  const suggested = listSuggested(await ask(question));
  expect(suggested.length).toBeGreaterThanOrEqual(1);
  expect(suggested.length).toBeLessThanOrEqual(3);
  for (const next of suggested) {
    const { verdict, claims } = await ask(next);
    expect(verdict, next).toMatchObject({ refused: false });
    const name = /`(?:\w+\.)?(\w+)`/.exec(next)?.[1] ?? '';
    expect(question.toLowerCase()).not.toContain(name.toLowerCase());
    expect(
      claims.some(({ state, text }) => state === 'verified' && text.includes(name)),
      next,
    ).toBe(true);
  }
});

it('sends the questions after the text and before the end', async () => {
  const { events } = await ask('How are differing hashes of a file found?');
  const types = events.map(({ type }) => type);
  expect(types.lastIndexOf('text')).toBeLessThan(types.indexOf('suggestions'));
  expect(types.lastIndexOf('claim')).toBeLessThan(types.indexOf('suggestions'));
  expect(types.indexOf('suggestions')).toBeLessThan(types.indexOf('end'));
});

it('suggests nothing after a refusal', async () => {
  const answer = await ask('Which Kafka topics does the ledger subscribe to in production?');
  expect(answer.verdict).toMatchObject({ refused: true });
  expect(listSuggested(answer)).toEqual([]);
});
