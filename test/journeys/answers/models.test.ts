/** Models that fail, over real HTTP from a vendor to the public door: another takes over, in the end the index itself; nothing is blank, no key is told. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packTree } from '../../support/files/pack-tree.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { startProviders, type Providers } from '../../support/providers/start-providers.ts';
import {
  findEvidenceIds,
  splitIntoSlowPieces,
  type ProviderReply,
} from '../../support/providers/provider-script.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const question = 'How are the chunks of a file joined back into its text?';
let providers: Providers;
let journey: JourneyServer;
let id: string;
/** By the name of a model; of others an answer. */
const replies = new Map<string, ProviderReply>();

beforeAll(async () => {
  providers = await startProviders({
    script: (call) =>
      replies.get(call.model) ??
      `The chunks are joined by \`join_chunks\`. [chunk:${findEvidenceIds(call.prompt)[0] ?? 'none'}]`,
  });
  journey = await startJourneyServer({
    ...providers.environment,
    MODELS: 'openai/first,anthropic/second',
    MODEL_LIMITS: 'groq/paced=1rpm',
    MODEL_PRICES: 'anthropic/second=3/15',
  });
  const repository = await journey.index('parcel', await packTree(smallRepository));
  expect(repository.status).toBe('ready');
  id = repository.id;
});
afterAll(async () => {
  await journey.close();
  await providers.close();
});
beforeEach(() => replies.clear());

const ask = (model?: string, key?: string) =>
  journey.client.answer(id, { question, retry: true, ...(model === undefined ? {} : { model }) }, key);
const callsOf = (model: string) => providers.calls.filter(({ call }) => call.model === model);
const outOfQuota: ProviderReply = { status: 429, message: 'Out of quota.', retryAfterSeconds: 3_600 };

describe('a model that is limited', () => {
  it('is taken over by the next, which is told, and let alone by the question after it', async () => {
    replies.set('first', outOfQuota);
    const answer = await ask();
    expect(answer).toMatchObject({ answerer: 'anthropic/second', refused: false });
    expect(answer.degraded).toMatch(/^anthropic\/second wrote it instead of openai\/first: .*Out of quota\./);
    expect(answer.claims.map(({ state }) => state)).toEqual(['verified']);
    expect(answer.generation?.attempts.map(({ outcome }) => outcome)).toEqual(['limited', 'answered']);
    expect(answer.generation?.costUsd).toBeGreaterThan(0);
    const after = await ask();
    expect(after.answerer).toBe('anthropic/second');
    expect(after.generation?.attempts[0]?.detail).toMatch(/The next attempt is in \d+ s\.$/);
    expect(callsOf('first').length).toBe(1);
  });

  it('with nobody left, the answer is composed from the index, and says so', async () => {
    replies.set('third', outOfQuota);
    replies.set('first', outOfQuota);
    replies.set('second', { status: 529, message: 'Overloaded.' });
    const answer = await ask('google/third');
    expect(answer).toMatchObject({ answerer: 'embedded', refused: false });
    expect(answer.degraded).toMatch(/^No model wrote this answer: .* It was composed from the index\.$/);
    expect(answer.answer.trim()).not.toBe('');
    expect(answer.claims.every(({ state }) => state === 'verified')).toBe(true);
    expect(answer.generation).toMatchObject({ model: null, isCutOff: false });
  });
});

it('limits of the deployment hold for all who ask', async () => {
  expect((await ask('groq/paced')).answerer).toBe('groq/paced');
  const answer = await ask('groq/paced');
  expect(answer.generation?.attempts[0]).toMatchObject({
    model: 'groq/paced',
    outcome: 'paced',
    detail: expect.stringContaining('1 calls a minute') as string,
  });
  expect(callsOf('paced').length).toBe(1);
  expect(answer.answer.trim()).not.toBe('');
});

it('a key of one’s own reaches its vendor alone and stands in nothing that is kept or told', async () => {
  const key = 'sk-of-the-asker-1234567890';
  replies.set('mine', { status: 401, message: `Incorrect API key provided: ${key}.` });
  const refused = await ask('openai/mine', key);
  expect(refused).toMatchObject({ answerer: 'embedded', generation: { isOwnKey: true } });
  expect(callsOf('mine').map(({ call }) => call.key)).toEqual([key]);
  expect((await ask('openai/other', key)).answerer).toBe('openai/other');
  const kept = await journey.client.getConversation(id, refused.conversationId);
  expect(JSON.stringify([refused, kept])).not.toContain(key);
  await expect(ask('compatible/any', key)).rejects.toThrow('with your own key');
});

it('models of providers with a key are listed after the deployment’s own', async () => {
  const told = await journey.client.models();
  expect(told.default).toBe('openai/first');
  expect(told.models.slice(0, 2).map((one) => one.id)).toEqual(['openai/first', 'anthropic/second']);
  expect(told.models.map((one) => one.id)).toEqual(
    expect.arrayContaining(['openai/scripted', 'google/scripted', 'groq/scripted-small']),
  );
  expect(told.providers.every(({ problem }) => problem === null)).toBe(true);
  const own = await journey.client.models({ provider: 'google', modelKey: 'mine' });
  expect(own.models.map((one) => one.id)).toEqual(['google/scripted', 'google/scripted-small']);
  expect(providers.lists.at(-1)).toMatchObject({ dialect: 'google' });
});

it('a stop ends what the vendor writes', async () => {
  replies.set('long', {
    steps: splitIntoSlowPieces('The chunks are joined one after another. '.repeat(50), 25),
  });
  const conversationId = 'to-be-stopped';
  for await (const { part } of journey.client.streamAnswer(id, {
    question,
    model: 'groq/long',
    conversationId,
  }))
    if (part.type === 'text-delta') {
      await journey.client.stop(id, conversationId);
      break;
    }
  const [call] = callsOf('long');
  await call?.closed;
  expect(call?.wasStopped).toBe(true);
});
