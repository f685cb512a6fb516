/** The loopback vendors speak as their vendors' references say, and tell when a connection was closed. */

import { expect, it, onTestFinished } from 'vitest';
import { startVendors, type Vendors } from './start-providers.ts';
import { evidenceIdsIn, inPieces, type VendorScript } from './provider-script.ts';

async function vendorsOf(script: VendorScript): Promise<Vendors> {
  const vendors = await startVendors({ script });
  onTestFinished(() => vendors.close());
  return vendors;
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

const ask = (vendors: Vendors, signal?: AbortSignal): Promise<Response> =>
  fetch(`${vendors.urlOf('openai')}/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer k-1' },
    body: JSON.stringify(chat),
    ...(signal !== undefined && { signal }),
  });

it('answers from what the script read in the prompt, and records the call', async () => {
  const vendors = await vendorsOf(({ prompt }) => `From ${evidenceIdsIn(prompt).join()}.`);
  const lines = (await (await ask(vendors)).text()).split('\n').filter((line) => line.startsWith('data: {'));
  const chunks = lines.map(
    (line) =>
      JSON.parse(line.slice(6)) as {
        readonly choices: readonly { readonly delta: { readonly content?: string } }[];
        readonly usage?: unknown;
      },
  );
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('From e1,e2.');
  expect(chunks.at(-1)?.usage).toMatchObject({ completion_tokens: 3 });
  const [recorded] = vendors.calls;
  await recorded?.closed;
  expect(recorded).toMatchObject({
    wasStopped: false,
    call: { dialect: 'openai', number: 1, model: 'scripted', key: 'k-1', tools: [] },
  });
  expect(recorded?.call.messages.map(({ role }) => role)).toEqual(['system', 'user']);
});

it('tells that a caller closed its connection', async () => {
  const vendors = await vendorsOf(() => ['First. ', { stall: true }]);
  const stop = new AbortController();
  const response = await ask(vendors, stop.signal);
  await response.body?.getReader().read();
  stop.abort();
  await vendors.calls[0]?.closed;
  expect(vendors.calls[0]).toMatchObject({ wasStopped: true });
});

it('refuses in each vendor’s own form, by the script used last', async () => {
  const vendors = await vendorsOf(() => '');
  vendors.use(() => ({ status: 429, message: 'Slowly.', retryAfterSeconds: 7 }));
  const response = await ask(vendors);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
  expect(await response.json()).toMatchObject({ error: { message: 'Slowly.', type: 'rate_limit_exceeded' } });
  const google = await fetch(`${vendors.urlOf('google')}/models/scripted:streamGenerateContent?alt=sse`, {
    method: 'POST',
    body: JSON.stringify({ contents: [] }),
  });
  expect(await google.json()).toMatchObject({
    error: { status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '7s' }] },
  });
  await expect(vendors.ai().run('@cf/a/b', { stream: true, messages: [] })).rejects.toThrow('3036: Slowly.');
});

it('gives a text in pieces that make it again', () => {
  expect(inPieces('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
  expect(inPieces('')).toEqual([]);
});
