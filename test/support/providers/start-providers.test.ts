/** Tests that the local providers follow their API references and report when a connection is closed. */

import { expect, it, onTestFinished } from 'vitest';
import { startProviders, type Providers } from './start-providers.ts';
import { findEvidenceIds, splitIntoPieces, type ProviderScript } from './provider-script.ts';

async function openProviders(script: ProviderScript): Promise<Providers> {
  const providers = await startProviders({ script });
  onTestFinished(() => providers.close());
  return providers;
}

const chat = {
  model: 'scripted',
  stream: true,
  stream_options: { include_usage: true },
  messages: [
    { role: 'system', content: 'Rules.' },
    { role: 'user', content: '<evidence id="e1" path="a.ts"> <evidence kind="code" id="e2">' },
  ],
};

const ask = (providers: Providers, signal?: AbortSignal): Promise<Response> =>
  fetch(`${providers.getUrl('openai')}/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer k-1' },
    body: JSON.stringify(chat),
    ...(signal !== undefined && { signal }),
  });

it('answers with the script, which can read the prompt, and records the call', async () => {
  const providers = await openProviders(({ prompt }) => `From ${findEvidenceIds(prompt).join()}.`);
  const lines = (await (await ask(providers)).text())
    .split('\n')
    .filter((line) => line.startsWith('data: {'));
  const chunks = lines.map(
    (line) =>
      JSON.parse(line.slice(6)) as {
        readonly choices: readonly { readonly delta: { readonly content?: string } }[];
        readonly usage?: unknown;
      },
  );
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('From e1,e2.');
  expect(chunks.at(-1)?.usage).toMatchObject({ completion_tokens: 3 });
  const [record] = providers.calls;
  await record?.closed;
  expect(record).toMatchObject({
    wasStopped: false,
    call: { dialect: 'openai', number: 1, model: 'scripted', key: 'k-1', tools: [] },
  });
  expect(record?.call.messages.map(({ role }) => role)).toEqual(['system', 'user']);
});

it('reports that a caller closed the connection', async () => {
  const providers = await openProviders(() => ['First. ', { stall: true }]);
  const abort = new AbortController();
  const response = await ask(providers, abort.signal);
  await response.body?.getReader().read();
  abort.abort();
  await providers.calls[0]?.closed;
  expect(providers.calls[0]).toMatchObject({ wasStopped: true });
});

it('returns errors in the format of each provider, as the latest script specifies', async () => {
  const providers = await openProviders(() => '');
  providers.use(() => ({ status: 429, message: 'Slowly.', retryAfterSeconds: 7 }));
  const response = await ask(providers);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
  expect(await response.json()).toMatchObject({ error: { message: 'Slowly.', type: 'rate_limit_exceeded' } });
  const google = await fetch(`${providers.getUrl('google')}/models/scripted:streamGenerateContent?alt=sse`, {
    method: 'POST',
    body: JSON.stringify({ contents: [] }),
  });
  expect(await google.json()).toMatchObject({
    error: { status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '7s' }] },
  });
  await expect(providers.ai().run('@cf/a/b', { stream: true, messages: [] })).rejects.toThrow(
    '3036: Slowly.',
  );
});

it('splits a text into pieces that join to the same text', () => {
  expect(splitIntoPieces('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
  expect(splitIntoPieces('')).toEqual([]);
});
