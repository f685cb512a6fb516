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

/** In each group of three, the second question takes its subject from the first, and the third asks the same without context. */
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
  const step = record({ talkName: constantFrom('amber', 'birch'), question: constantFrom(...questions) });
  await assert(
    asyncProperty(array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      conversations += 1;
      const talks = new Map(
        ['amber', 'birch'].map((talkName) => [
          talkName,
          {
            id: `${talkName}-${conversations}`,
            questions: new Set<string>(),
            ids: new Set<string>(),
            bytes: '',
          },
        ]),
      );
      for (const { talkName, question } of steps) {
        const talk = talks.get(talkName);
        if (talk === undefined) continue;
        const { bytes, answer } = await ask(talk.id, question);
        expect(answer.receipt).toMatchObject({ question, answered: answer.reading.text });
        expect(answer.reading.asked).toBe(question);
        talk.questions.add(question).add(answer.reading.text);
        talk.ids.add(talk.id).add(answer.id);
        if (answer.receipt !== undefined) talk.ids.add(answer.receipt.id);
        talk.bytes += bytes;
      }
      for (const [talkName, talk] of talks) {
        const reopened = await fetch(`${repository}/conversations/${talk.id}`);
        const received = talk.bytes + (await reopened.text());
        for (const [other, { questions, ids }] of talks) {
          if (other === talkName) continue;
          for (const ownId of ids) expect(received).not.toContain(ownId);
          for (const question of questions)
            if (!talk.questions.has(question)) expect(received).not.toContain(JSON.stringify(question));
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
  const { answer: cachedAnswer } = await ask('third', followUp.reading.text);
  expect(cachedAnswer).toMatchObject({ cached: true, claims: answer.claims });
  expect(cachedAnswer.receipt?.id).not.toBe(answer.receipt?.id);
});

const storedObjects = (): number =>
  readdirSync(journey.server.dataDirectory, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.sqlite'),
  ).length;
/** Counts the cases. Each case needs new ids, because an object that was called once is already on disk. */
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
const requestTo = (path: string, method = 'GET') => {
  return (conversation: string) => fetch(`${repository}/${path.replace(':id', conversation)}`, { method });
};

it.each([
  ['reading', 404, () => requestTo('conversations/:id')],
  ['removing', 204, () => requestTo('conversations/:id', 'DELETE')],
  ['stopping', 200, () => requestTo('conversations/:id/stop', 'POST')],
  ['following a turn', 404, () => requestTo('conversations/:id/turns/t1/events')],
  ['checking the drift', 404, () => requestTo('conversations/:id/drift')],
  ['reading the receipt', 404, () => requestTo('conversations/:id/turns/t1/receipt')],
  ['resuming', 204, () => requestTo('chat/:id/stream')],
  ['asking an unknown repository', 404, () => askAt('/v1/repositories/nowhere/answers', {})],
  ['asking an unknown version', 404, () => askAt(`/v1/repositories/${id}/answers`, { version: 'v9' })],
  ['asking an unknown model', 400, () => askAt(`/v1/repositories/${id}/answers`, { model: 'openai/none' })],
  ['chatting about an unknown repository', 404, () => chatAt('/v1/repositories/nowhere/chat', {})],
  ['chatting about an unknown version', 404, () => chatAt(`/v1/repositories/${id}/chat`, { version: 'v9' })],
] as const)('with 100 unknown conversations, %s stores nothing', async (_name, status, createRequest) => {
  const request = createRequest();
  const before = storedObjects();
  const responses = await Promise.all(unknownIds().map((unknownId) => request(unknownId)));
  const statuses = await Promise.all(
    responses.map(async (response) => {
      await response.text();
      return response.status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([status]));
  expect(storedObjects()).toBe(before);
});
