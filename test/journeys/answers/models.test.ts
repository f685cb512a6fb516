/** When models fail over real HTTP, another model answers, or finally the index. No answer is empty, and no key leaks. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packTree } from '../../support/files/tar-bytes.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { startProviders, type Providers } from '../../support/providers/start-providers.ts';
import {
  findEvidenceIds,
  splitIntoSlowPieces,
  type ProviderCall,
  type ProviderReply,
} from '../../support/providers/provider-script.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const question = 'How are the chunks of a file joined back into its text?';
let providers: Providers;
let journey: JourneyServer;
let id: string;
/** Replies by model; any other model answers. */
const replies = new Map<string, ProviderReply | ((call: ProviderCall) => string)>();

beforeAll(async () => {
  providers = await startProviders({
    script: (call) => {
      const reply = replies.get(call.model);
      if (typeof reply === 'function') return reply(call);
      return (
        reply ??
        `The chunks are joined by \`join_chunks\`. [chunk:${findEvidenceIds(call.prompt)[0] ?? 'none'}]`
      );
    },
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
const listCalls = (model: string) => providers.calls.filter(({ call }) => call.model === model);
const outOfQuota: ProviderReply = { status: 429, message: 'Out of quota.', retryAfterSeconds: 3_600 };

describe('a rate-limited model', () => {
  it('is replaced by the next model, as the answer states, and skipped for the next question', async () => {
    replies.set('first', outOfQuota);
    const answer = await ask();
    expect(answer).toMatchObject({ answerer: 'anthropic/second', refused: false });
    expect(answer.degraded).toMatch(/^anthropic\/second wrote it instead of openai\/first: .*Out of quota\./);
    expect(answer.claims.map(({ state }) => state)).toEqual(['verified']);
    expect(answer.generation?.attempts.map(({ outcome }) => outcome)).toEqual(['limited', 'answered']);
    expect(answer.generation?.costUsd).toBeGreaterThan(0);
    const nextAnswer = await ask();
    expect(nextAnswer.answerer).toBe('anthropic/second');
    expect(nextAnswer.generation?.attempts[0]?.detail).toMatch(/The next attempt is in \d+ s\.$/);
    expect(listCalls('first').length).toBe(1);
  });

  it('is replaced by an answer composed from the index if no model is available, as the answer states', async () => {
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

it('limits of the deployment apply to all users', async () => {
  expect((await ask('groq/paced')).answerer).toBe('groq/paced');
  const answer = await ask('groq/paced');
  expect(answer.generation?.attempts[0]).toMatchObject({
    model: 'groq/paced',
    outcome: 'paced',
    detail: expect.stringContaining('1 calls a minute') as string,
  });
  expect(listCalls('paced').length).toBe(1);
  expect(answer.answer.trim()).not.toBe('');
});

it('a user’s own key reaches only its provider and is neither stored nor returned', async () => {
  const key = 'sk-of-the-user-1234567890';
  replies.set('mine', { status: 401, message: `Incorrect API key provided: ${key}.` });
  const fallback = await ask('openai/mine', key);
  expect(fallback).toMatchObject({ answerer: 'embedded', generation: { isOwnKey: true } });
  expect(listCalls('mine').map(({ call }) => call.key)).toEqual([key]);
  expect((await ask('openai/other', key)).answerer).toBe('openai/other');
  const stored = await journey.client.getConversation(id, fallback.conversationId);
  expect(JSON.stringify([fallback, stored])).not.toContain(key);
  await expect(ask('compatible/any', key)).rejects.toThrow('with your own key');
});

it('models of providers with a key are listed after those of the deployment', async () => {
  const listed = await journey.client.models();
  expect(listed.default).toBe('openai/first');
  expect(listed.models.slice(0, 2).map((model) => model.id)).toEqual(['openai/first', 'anthropic/second']);
  expect(listed.models.map((model) => model.id)).toEqual(
    expect.arrayContaining(['openai/scripted', 'google/scripted', 'groq/scripted-small']),
  );
  expect(listed.providers.every(({ problem }) => problem === null)).toBe(true);
  const ownModels = await journey.client.models({ provider: 'google', modelKey: 'mine' });
  expect(ownModels.models.map((model) => model.id)).toEqual(['google/scripted', 'google/scripted-small']);
  expect(providers.lists.at(-1)).toMatchObject({ dialect: 'google' });
});

it('a stop ends the call to the provider', async () => {
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
  const [call] = listCalls('long');
  await call?.closed;
  expect(call?.wasStopped).toBe(true);
});

it('an answer in another language has its names and quotations looked up', async () => {
  replies.set('german', ({ prompt }) => {
    const [, evidence = 'none'] = /<evidence id="([^"]+)"[^>]*>[^<]*def join_chunks/.exec(prompt) ?? [];
    return [
      'Die Methode `join_chunks` fügt die Teile einer Datei zusammen [chunk:ID].',
      'Ihre Dokumentation sagt: “Joins the chunks of a file back into its text.” [chunk:ID].',
      'Danach ruft sie `melt_chunks` auf [chunk:ID].',
      'Dort steht: “Every leftover chunk is melted.” [chunk:ID].',
    ]
      .join(' ')
      .replaceAll('ID', evidence);
  });
  const options = { style: 'short', language: 'DE' } as const;
  const answer = await journey.client.answer(id, { question, model: 'groq/german', options });
  const [call] = listCalls('german');
  expect(call?.call.messages.map(({ role }) => role)).toEqual(['system', 'system', 'user']);
  expect(call?.call.messages[1]?.text).toMatch(
    /^Write at most three sentences.*\nWrite in German \(de\)\. Names/,
  );
  expect(answer.answerer).toBe('groq/german');
  expect(answer.claims.map(({ state }) => state)).toEqual([
    'verified',
    'verified',
    'unsupported',
    'unsupported',
  ]);
  expect(answer.reading.notes ?? []).not.toContainEqual(expect.stringContaining('English'));
});
