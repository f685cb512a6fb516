/** A request for work and a greeting get no answer that pretends to be one, but what to ask. */
import { beforeAll, describe, expect, it } from 'vitest';
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
const suggestions = (events: Awaited<ReturnType<typeof ask>>['events']): readonly string[] =>
  events.flatMap((event) => (event.type === 'suggestions' ? event.questions : []));

describe('a request for work', () => {
  it.each(['review the chunk store', 'Write a unit test for the chunk store', 'refactor `ChunkStore`'])(
    'says what an answer does, and suggests questions about the definition it names: %s',
    async (request) => {
      const { text, claims, verdict, events } = await ask(request);
      expect(text).toMatch(/^Wherefore answers questions about the code.*what breaks if it changes/);
      expect(claims).toEqual([]);
      expect(verdict).toMatchObject({ confidence: 'low', refused: false });
      expect(suggestions(events)).toHaveLength(3);
      for (const question of suggestions(events)) expect(question).toMatch(/`ChunkStore/);
    },
  );

  it.each(['fix this bug', 'please clean this up'])(
    'without a subject suggests questions about the repository: %s',
    async (text) => {
      const { events, verdict } = await ask(text);
      expect(verdict?.confidence).not.toBe('high');
      expect(suggestions(events).length).toBeGreaterThanOrEqual(2);
    },
  );

  it('is distinguished from a question in the imperative', async () => {
    const { text, claims } = await ask('show me where the chunks of a file are joined');
    expect(text).not.toMatch(/^Wherefore answers/);
    expect(claims.length).toBeGreaterThan(0);
  });
});

describe('a greeting', () => {
  it.each(['Hello!', 'thank you, that was quick', 'What can you tell me?', 'hi, who are you?'])(
    'says what to ask, with questions about the repository: %s',
    async (greeting) => {
      const { text, claims, events, verdict } = await ask(greeting);
      expect(text).toMatch(/^Wherefore answers questions about the code[^\n]*\n\n[^\n]*$/);
      expect(claims).toEqual([]);
      expect(verdict).toMatchObject({ refused: false });
      expect(suggestions(events)).toHaveLength(3);
      expect(suggestions(events)[0]).toBe('What is this project?');
    },
  );

  it.each(['hello, where is the function `verify`?', 'Hi, what does `ChunkStore` do?'])(
    'before a question is ignored: %s',
    async (question) => {
      const { text, claims } = await ask(question);
      expect(text).not.toMatch(/^Wherefore answers/);
      expect(claims.length).toBeGreaterThan(0);
    },
  );
});
