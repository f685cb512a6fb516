/** Tests the generator for Google's models over real HTTP on loopback. */

import { describe, expect, it } from 'vitest';
import { createGoogleGenerator } from '../../../../worker/adapters/ai-sdk/google-generator.ts';
import { generatorContract } from '../../../contracts/generator.ts';
import { generateOnce, replyOnce } from './generate-once.ts';

describe('fulfills the port’s contract', () =>
  generatorContract({
    open: (providers, key) => createGoogleGenerator({ url: providers.getUrl('google'), key, fetch }),
    takesKey: true,
    needsKey: true,
    hasList: true,
    reportsWait: true,
    structure: 'schema',
    thinksInText: false,
  }));

it('reads how long to wait from the details of an error', async () => {
  const error = {
    code: 429,
    message: 'Quota exceeded.',
    status: 'RESOURCE_EXHAUSTED',
    details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' }],
  };
  const url = await replyOnce({ status: 429, body: JSON.stringify({ error }) });
  await expect(generateOnce(createGoogleGenerator({ url, key: 'key-1', fetch }))).rejects.toMatchObject({
    code: 'model_limited',
    details: { retryAfterMs: 34_500 },
  });
});

it('reports a blocked prompt', async () => {
  const body = `data: ${JSON.stringify({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } })}\n\n`;
  const url = await replyOnce({ status: 200, body, type: 'text/event-stream' });
  const { parts } = await generateOnce(createGoogleGenerator({ url, key: 'key-1', fetch }));
  expect(parts).toEqual([{ type: 'finish', reason: 'filtered', usage: undefined }]);
});

it('lists models that generate text, with their context sizes', async () => {
  const models = [
    {
      name: 'models/gemini-x',
      displayName: 'Gemini X',
      inputTokenLimit: 1_048_576,
      supportedGenerationMethods: ['generateContent'],
    },
    { name: 'models/embedding-001', supportedGenerationMethods: ['embedContent'] },
    { displayName: 'nameless' },
  ];
  const url = await replyOnce({ status: 200, body: JSON.stringify({ models }) });
  const generator = createGoogleGenerator({ url, key: 'key-1', fetch });
  expect(await generator.models({ key: undefined, signal: new AbortController().signal })).toEqual([
    { model: 'gemini-x', label: 'Gemini X', contextTokens: 1_048_576 },
  ]);
});

const candidates = (...items: readonly unknown[]): string =>
  items.map((candidate) => `data: ${JSON.stringify({ candidates: [candidate] })}\n\n`).join('');

it.each(['OTHER', 'MALFORMED_FUNCTION_CALL', 'MALFORMED_RESPONSE', 'FINISH_REASON_UNSPECIFIED'])(
  'treats the finish reason %s as a failure',
  async (finishReason) => {
    const body = candidates({ content: { parts: [{ text: 'It opens the' }] } }, { finishReason });
    const url = await replyOnce({ status: 200, body, type: 'text/event-stream' });
    await expect(generateOnce(createGoogleGenerator({ url, key: 'key-1', fetch }))).rejects.toMatchObject({
      code: 'model_stream_broken',
      message: expect.stringContaining(finishReason),
    });
  },
);

it('waits for the token usage after the finish reason, but not for the end of the connection', async () => {
  const body =
    candidates({ content: { parts: [{ text: 'Yes.' }] }, finishReason: 'STOP' }) +
    `data: ${JSON.stringify({ usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 2 } })}\n\n`;
  const url = await replyOnce({ status: 200, body, type: 'text/event-stream', staysOpen: true });
  const { parts } = await generateOnce(createGoogleGenerator({ url, key: 'key-1', fetch }));
  expect(parts).toEqual([
    { type: 'text-delta', text: 'Yes.' },
    { type: 'finish', reason: 'stop', usage: { input: 4, cached: 0, output: 2 } },
  ]);
});

it('ends after a blocked prompt even if the connection stays open', async () => {
  const body = `data: ${JSON.stringify({ promptFeedback: { blockReason: 'SAFETY' } })}\n\n`;
  const url = await replyOnce({ status: 200, body, type: 'text/event-stream', staysOpen: true });
  const { parts } = await generateOnce(createGoogleGenerator({ url, key: 'key-1', fetch }));
  expect(parts).toEqual([{ type: 'finish', reason: 'filtered', usage: undefined }]);
});
