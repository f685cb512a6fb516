/** Tests the generator for OpenAI, Groq and servers with compatible chat completions over real HTTP on loopback. */

import { describe, expect, it, onTestFinished } from 'vitest';
import { createOpenAiGenerator } from '../../../../worker/adapters/ai-sdk/openai-generator.ts';
import { generatorContract } from '../../../contracts/generator.ts';
import { startProviders } from '../../../support/providers/start-providers.ts';
import { generateOnce, replyOnce } from './generate-once.ts';

describe.each(['openai', 'groq', 'compatible'] as const)('%s fulfills the port’s contract', (provider) =>
  generatorContract({
    open: (providers, key) =>
      createOpenAiGenerator({ provider, url: providers.getUrl('openai'), key, fetch }),
    takesKey: true,
    needsKey: provider !== 'compatible',
    hasList: true,
    reportsWait: true,
    structure: provider === 'groq' ? 'prompt' : 'schema',
    thinksInText: true,
  }),
);

async function readRequest(provider: 'openai' | 'groq' | 'compatible', key: string | undefined = 'key-1') {
  const providers = await startProviders({ script: () => 'Yes.' });
  onTestFinished(() => providers.close());
  await generateOnce(createOpenAiGenerator({ provider, url: providers.getUrl('openai'), key, fetch }));
  return providers.calls[0]?.call;
}

it('requests token usage, and limits the length with the parameter that the provider supports', async () => {
  const [openai, groq, compatible] = await Promise.all([
    readRequest('openai'),
    readRequest('groq'),
    readRequest('compatible'),
  ]);
  for (const call of [openai, groq, compatible])
    expect(call?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  expect(openai?.body).toMatchObject({ max_completion_tokens: 50 });
  expect(openai?.body).not.toHaveProperty('max_tokens');
  for (const call of [groq, compatible]) expect(call?.body).toMatchObject({ max_tokens: 50 });
});

it('sends no authorization to a server without a key', async () => {
  const providers = await startProviders({ script: () => 'Yes.' });
  onTestFinished(() => providers.close());
  const url = providers.getUrl('openai');
  const generated = await generateOnce(
    createOpenAiGenerator({ provider: 'compatible', url, key: undefined, fetch }),
  );
  expect(generated.text).toBe('Yes.');
  expect(providers.calls[0]?.call.headers).not.toHaveProperty('authorization');
});

it('lists models that generate text, with the context sizes of other servers', async () => {
  const data = [
    { id: 'gpt-x' },
    { id: 'text-embedding-3-small' },
    { id: 'whisper-1' },
    { id: 'llama-3.3-70b', context_window: 131_072, active: true },
    { id: 'old', active: false },
    { id: 'Qwen/Qwen3-32B', max_model_len: 32_768, name: 'Qwen 3' },
    { id: 7 },
    null,
  ];
  const url = await replyOnce({ status: 200, body: JSON.stringify({ data }) });
  const generator = createOpenAiGenerator({ provider: 'compatible', url, key: undefined, fetch });
  expect(await generator.models({ key: undefined, signal: new AbortController().signal })).toEqual([
    { model: 'gpt-x', label: 'gpt-x', contextTokens: undefined },
    { model: 'llama-3.3-70b', label: 'llama-3.3-70b', contextTokens: 131_072 },
    { model: 'Qwen/Qwen3-32B', label: 'Qwen 3', contextTokens: 32_768 },
  ]);
});

it.each([
  ['an error that is not an object', '{"error":"model overloaded"}', 'model overloaded'],
  ['an HTML page', '<html>Bad gateway</html>', 'Bad gateway'],
  ['an empty body', '', '502'],
])('reports an error response that contains %s', async (_, body, words) => {
  const url = await replyOnce({ status: 502, body });
  const generated = generateOnce(
    createOpenAiGenerator({ provider: 'compatible', url, key: undefined, fetch }),
  );
  await expect(generated).rejects.toMatchObject({
    code: 'model_unavailable',
    message: expect.stringContaining(words),
    details: { status: 502 },
  });
});

it('reports a model list that is not JSON', async () => {
  const url = await replyOnce({ status: 200, body: '<html>' });
  const generator = createOpenAiGenerator({ provider: 'compatible', url, key: undefined, fetch });
  const signal = new AbortController().signal;
  await expect(generator.models({ key: undefined, signal })).rejects.toMatchObject({
    code: 'model_stream_broken',
  });
});

it.each([
  ['rate_limit_exceeded', 'model_limited'],
  ['insufficient_quota', 'model_limited'],
  ['invalid_request_error', 'model_refused'],
  ['authentication_error', 'model_key_refused'],
  ['server_error', 'model_unavailable'],
])('maps an error of type %s within a stream to %s', async (type, code) => {
  const body = `data: ${JSON.stringify({ error: { message: 'because', type } })}\n\n`;
  const url = await replyOnce({ status: 200, body, type: 'text/event-stream' });
  const generated = generateOnce(
    createOpenAiGenerator({ provider: 'compatible', url, key: undefined, fetch }),
  );
  await expect(generated).rejects.toMatchObject({ code });
});

it('reports that a model is reasoning, but omits the reasoning', async () => {
  const deltas = [{ reasoning_content: 'Hm.' }, { reasoning: 'A gate.' }, { content: 'Yes.' }];
  const chunks = [
    ...deltas.map((delta) => ({ choices: [{ delta, finish_reason: null }] })),
    { choices: [{ delta: {}, finish_reason: 'stop' }] },
  ];
  const body = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
  const url = await replyOnce({ status: 200, body, type: 'text/event-stream' });
  const generated = await generateOnce(
    createOpenAiGenerator({ provider: 'compatible', url, key: undefined, fetch }),
  );
  expect(generated.parts).toEqual([
    { type: 'thinking' },
    { type: 'thinking' },
    { type: 'text-delta', text: 'Yes.' },
    { type: 'finish', reason: 'stop', usage: undefined },
  ]);
});

it.each([
  ['negative', { prompt_tokens: -3, completion_tokens: 2 }],
  ['not a safe integer', { prompt_tokens: 3, completion_tokens: 1e300 }],
  ['fractional', { prompt_tokens: 3.5, completion_tokens: 2 }],
])('treats token counts that are %s as missing', async (_, usage) => {
  const parts = [
    { choices: [{ delta: { content: 'Yes.' }, finish_reason: 'stop' }] },
    { choices: [], usage },
  ];
  const body = parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('');
  const url = await replyOnce({ status: 200, body, type: 'text/event-stream' });
  const generated = await generateOnce(
    createOpenAiGenerator({ provider: 'compatible', url, key: undefined, fetch }),
  );
  expect(generated.parts.at(-1)).toEqual({ type: 'finish', reason: 'stop', usage: undefined });
});

const events = (parts: readonly unknown[]): string =>
  parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('');
const compatibleAt = (url: string) =>
  createOpenAiGenerator({ provider: 'compatible', url, key: undefined, fetch });

it('waits only for the token usage when a server keeps the stream open after the finish reason', async () => {
  const body = events([
    { choices: [{ delta: { content: 'Yes.' } }] },
    { choices: [{ delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } },
  ]);
  const url = await replyOnce({ status: 200, body, type: 'text/event-stream', staysOpen: true });
  const { parts } = await generateOnce(compatibleAt(url));
  expect(parts.at(-1)).toEqual({ type: 'finish', reason: 'stop', usage: { input: 3, cached: 0, output: 2 } });
});

it.each([
  ['eos', 'stop'],
  ['max_tokens', 'length'],
  ['safety', 'filtered'],
  ['whatever', 'other'],
])('maps the finish reason “%s” to %s', async (finish_reason, reason) => {
  const body = events([{ choices: [{ delta: { content: 'Yes.' }, finish_reason }] }]);
  const url = await replyOnce({ status: 200, body, type: 'text/event-stream' });
  expect((await generateOnce(compatibleAt(url))).parts.at(-1)).toMatchObject({ type: 'finish', reason });
});

it.each(['error', 'abort', 'cancelled', 'insufficient_system_resource'])(
  'treats the finish reason “%s” as a failure',
  async (finish_reason) => {
    const body = events([{ choices: [{ delta: { content: 'It opens the' }, finish_reason }] }]);
    const url = await replyOnce({ status: 200, body, type: 'text/event-stream' });
    await expect(generateOnce(compatibleAt(url))).rejects.toMatchObject({
      code: 'model_stream_broken',
      message: expect.stringContaining(finish_reason),
    });
  },
);
