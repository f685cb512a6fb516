/** Two conversations about one repository share cached answers and nothing else. A conversation that does not exist leaves nothing on disk. */

import { readdirSync } from 'node:fs';
import { asyncProperty, assert, array, constantFrom, record } from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer } from '../../../worker/contract/answers/schema.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

let journey: JourneyServer;
let id: string;
let repository: string;
beforeAll(async () => {
  journey = await startJourneyServer();
  ({ id } = await journey.index('parcel', await packTree(smallRepository)));
  repository = `${journey.server.url}/v1/repositories/${id}`;
});
afterAll(() => journey.close());

/** In a conversation, the second question of a pair takes its subject from the first; the third says the same by itself. */
const questions = [
  'Where is `ChunkStore` defined?',
  'And who uses it?',
  'Who uses `ChunkStore`?',
  'Where is `verify` defined?',
  'And who calls it?',
  'Who calls `verify`?',
] as const;

let conversations = 0;
async function ask(conversationId: string, question: string): Promise<{ bytes: string; answer: Answer }> {
  const response = await fetch(`${repository}/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ question, conversationId }),
  });
  const bytes = await response.text();
  expect(response.status, bytes).toBe(200);
  return { bytes, answer: JSON.parse(bytes) as Answer };
}

it('a conversation never receives text, an id or a receipt of another', async () => {
  const step = record({ who: constantFrom('amber', 'birch'), question: constantFrom(...questions) });
  await assert(
    asyncProperty(array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      conversations += 1;
      const talks = new Map(
        ['amber', 'birch'].map((who) => [
          who,
          { id: `${who}-${conversations}`, questions: new Set<string>(), own: new Set<string>(), bytes: '' },
        ]),
      );
      for (const { who, question } of steps) {
        const talk = talks.get(who);
        if (talk === undefined) continue;
        const { bytes, answer } = await ask(talk.id, question);
        expect(answer.receipt).toMatchObject({ question, answered: answer.reading.text });
        expect(answer.reading.asked).toBe(question);
        talk.questions.add(question).add(answer.reading.text);
        talk.own.add(talk.id).add(answer.id);
        if (answer.receipt !== undefined) talk.own.add(answer.receipt.id);
        talk.bytes += bytes;
      }
      for (const [who, talk] of talks) {
        const reopened = await fetch(`${repository}/conversations/${talk.id}`);
        const received = talk.bytes + (await reopened.text());
        for (const [other, { questions, own }] of talks) {
          if (other === who) continue;
          for (const one of own) expect(received).not.toContain(one);
          for (const one of questions)
            if (!talk.questions.has(one)) expect(received).not.toContain(JSON.stringify(one));
        }
      }
    }),
    { numRuns: 12, seed: 10, endOnFailure: true },
  );
}, 120_000);

it('a follow-up worded like the first question of another conversation is answered separately', async () => {
  await ask('first', 'Where is `cut` defined?');
  const { answer: followUp } = await ask('first', 'And who calls it?');
  const { answer } = await ask('second', followUp.reading.text);
  expect(answer).toMatchObject({ cached: false, receipt: { question: followUp.reading.text } });
  const { answer: again } = await ask('third', followUp.reading.text);
  expect(again).toMatchObject({ cached: true, claims: answer.claims });
  expect(again.receipt?.id).not.toBe(answer.receipt?.id);
});

const storedObjects = (): number =>
  readdirSync(journey.server.dataDirectory, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.sqlite'),
  ).length;
/** A hundred new ids for each case: an object that was called once is already on disk. */
let cases = 0;
function unknownIds(): readonly string[] {
  cases += 1;
  return Array.from({ length: 100 }, (_, at) => `unknown-${cases}-${at}`);
}
const post = (path: string, body: unknown): Promise<Response> =>
  fetch(`${journey.server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const askAt = (path: string, body: object) => (conversation: string) =>
  post(path, { question: 'Where?', conversationId: conversation, ...body });
const chatAt = (path: string, body: object) => (conversation: string) =>
  post(path, {
    id: conversation,
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'Where?' }] }],
    ...body,
  });
const at = (path: string, method = 'GET') => {
  return (conversation: string) => fetch(`${repository}/${path.replace(':id', conversation)}`, { method });
};

it.each([
  ['reading', 404, () => at('conversations/:id')],
  ['removing', 204, () => at('conversations/:id', 'DELETE')],
  ['stopping', 200, () => at('conversations/:id/stop', 'POST')],
  ['following', 404, () => at('conversations/:id/turns/t1/events')],
  ['checking', 404, () => at('conversations/:id/drift')],
  ['the receipt', 404, () => at('conversations/:id/turns/t1/receipt')],
  ['resuming', 204, () => at('chat/:id/stream')],
  ['asking an unknown repository', 404, () => askAt('/v1/repositories/nowhere/answers', {})],
  ['asking an unknown version', 404, () => askAt(`/v1/repositories/${id}/answers`, { version: 'v9' })],
  ['asking an unknown model', 400, () => askAt(`/v1/repositories/${id}/answers`, { model: 'openai/none' })],
  ['a chat about an unknown repository', 404, () => chatAt('/v1/repositories/nowhere/chat', {})],
  ['a chat about an unknown version', 404, () => chatAt(`/v1/repositories/${id}/chat`, { version: 'v9' })],
] as const)(
  '%s of 100 conversations that do not exist stores nothing',
  async (_name, status, createRequest) => {
    const request = createRequest();
    const before = storedObjects();
    const responses = await Promise.all(unknownIds().map((one) => request(one)));
    const statuses = await Promise.all(
      responses.map(async (response) => {
        await response.text();
        return response.status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([status]));
    expect(storedObjects()).toBe(before);
  },
);
