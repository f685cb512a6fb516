/** Tests the generator for Workers AI's models with a fake binding, backed by a server on loopback, in both stream formats. */

import { describe, expect, it } from 'vitest';
import { createWorkersAiGenerator } from '../../../../worker/adapters/ai-sdk/workers-ai-generator.ts';
import { generatorContract } from '../../../contracts/generator.ts';
import { generateOnce } from './generate-once.ts';

describe.each(['response', 'choices'] as const)('with `%s` streams fulfills the port’s contract', (shape) =>
  generatorContract({
    open: (providers) => createWorkersAiGenerator(providers.ai(shape)),
    takesKey: false,
    needsKey: false,
    hasList: false,
    // The binding reports errors as text with a number.
    reportsWait: false,
    structure: 'schema',
    thinksInText: true,
  }),
);

const lines = (...parts: readonly unknown[]): ReadableStream<Uint8Array> =>
  new Blob(
    parts.map((part) => `data: ${typeof part === 'string' ? part : JSON.stringify(part)}\n\n`),
  ).stream() as ReadableStream<Uint8Array>;

const createStream = (pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

const createAnsweringGenerator = (answer: unknown) =>
  createWorkersAiGenerator({ run: () => Promise.resolve(answer) });
const createFailingGenerator = (message: string) =>
  createWorkersAiGenerator({ run: () => Promise.reject(new Error(message)) });

it('reads a stream that is split at any byte, even within a character', async () => {
  const bytes = new TextEncoder().encode(
    'data: {"response":"門 — ","p":"x"}\r\n\r\ndata: {"response":42}\n\ndata: {"response":"."}\n\ndata: [DONE]\n\n',
  );
  for (const size of [1, 2, 3, 7, 64]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.slice(at * size, (at + 1) * size),
    );
    const { text, parts } = await generateOnce(createAnsweringGenerator(createStream(pieces)));
    expect(text).toBe('門 — 42.');
    expect(parts.at(-1)).toEqual({ type: 'finish', reason: 'stop', usage: undefined });
  }
});

it.each([
  ['in the `response` format', { response: 'Yes.', usage: { prompt_tokens: 5, completion_tokens: 2 } }],
  [
    'in the `choices` format',
    {
      choices: [{ message: { content: 'Yes.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 5, completion_tokens: 2 },
    },
  ],
])('accepts a non-streamed answer %s to a request for a stream', async (_, answer) => {
  const { text, parts } = await generateOnce(createAnsweringGenerator(answer));
  expect(text).toBe('Yes.');
  expect(parts.at(-1)).toEqual({ type: 'finish', reason: 'stop', usage: { input: 5, cached: 0, output: 2 } });
});

it('reports tool calls of a non-streamed answer', async () => {
  const { parts } = await generateOnce(
    createAnsweringGenerator({ tool_calls: [{ name: 'find', arguments: { word: 'a' } }] }),
  );
  expect(parts).toMatchObject([
    { type: 'tool-call', call: { name: 'find', input: '{"word":"a"}' } },
    { type: 'finish', reason: 'tool-calls' },
  ]);
});

it('reports an interrupted answer when the stream ends without [DONE]', async () => {
  const { text, parts } = await generateOnce(createAnsweringGenerator(lines({ response: 'Some' })));
  expect([text, parts.some(({ type }) => type === 'finish')]).toEqual(['Some', false]);
});

it.each([
  ['3036: You have used up your daily free allocation', 'model_limited'],
  ['3040: Capacity temporarily exceeded, please try again.', 'model_unavailable'],
  ['3007: Request timeout', 'model_unavailable'],
  ['5007: No such model @cf/a/b or task', 'model_refused'],
  ['5016: Model agreement not accepted', 'model_refused'],
  ['3006: Request is too large', 'model_refused'],
  ['3010: Invalid or incomplete input for the model', 'model_refused'],
  ["5006: Error: oneOf at '/' not met, 0 matches: required properties at '/' are 'prompt'", 'model_refused'],
  [
    'AiError: 5021: The estimated number of input and maximum output tokens (13500) exceeded this model context window limit (8192)',
    'model_refused',
  ],
  [
    'AiError: This model’s maximum context length is 8192 tokens. However, you requested 1500 output tokens',
    'model_refused',
  ],
  ['AiError: Your prompt holds 5007 tokens more than are left', 'model_unavailable'],
  ['JSON Mode couldn’t be met', 'model_refused'],
  ['4006: you have used up your daily free allocation of 10,000 neurons', 'model_limited'],
  ['InferenceUpstreamError: you have used up your daily free allocation of 10,000 neurons', 'model_limited'],
  ['InferenceUpstreamError: error code: 1031', 'model_unavailable'],
  ['5020: context exceeded', 'model_refused'],
  ['3043: Internal server error', 'model_unavailable'],
  ['Network connection lost.', 'model_unavailable'],
])('maps the binding’s error “%s” to %s', async (message, code) => {
  await expect(generateOnce(createFailingGenerator(message))).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
});

it.each([
  [{ errors: [{ code: 3_036, message: 'Used up' }] }, 'model_limited'],
  [{ errors: [{ code: 3_040, message: 'Capacity' }] }, 'model_unavailable'],
  [{ errors: [{ code: 5_021, message: 'Exceeded' }] }, 'model_refused'],
  [{ errors: [{ message: '4006: Used up' }] }, 'model_limited'],
  [{ error: 'This model’s maximum context length is 8192 tokens' }, 'model_refused'],
  [{ error: 'Something' }, 'model_unavailable'],
])('maps %j within a stream to %s', async (error, code) => {
  await expect(
    generateOnce(createAnsweringGenerator(lines({ response: 'Some' }, error))),
  ).rejects.toMatchObject({
    code,
  });
});

it.each([1_000_100, 10_000_000])('treats a line of %i characters as a broken stream', async (size) => {
  await expect(
    generateOnce(createAnsweringGenerator(lines({ response: 'x'.repeat(size) }))),
  ).rejects.toMatchObject({
    code: 'model_stream_broken',
  });
});

describe('a binding that ignores the abort signal', () => {
  const gone = new Error('gone');

  it('is not called if the request is aborted while the SDK loads', async () => {
    let calls = 0;
    const stop = new AbortController();
    const generator = createWorkersAiGenerator({
      run: () => {
        calls += 1;
        return new Promise(() => undefined);
      },
    });
    const generated = generateOnce(generator, { signal: stop.signal });
    stop.abort(gone);
    await expect(generated).rejects.toBe(gone);
    expect(calls).toBe(0);
  });

  it('has its stream canceled if the stream arrives after an abort', async () => {
    let returnStream: ((stream: ReadableStream<Uint8Array>) => void) | undefined;
    let isEnded = false;
    const stop = new AbortController();
    const generator = createWorkersAiGenerator({
      run: () => new Promise((settle) => (returnStream = settle)),
    });
    const generated = generateOnce(generator, { signal: stop.signal });
    await expect.poll(() => returnStream).toBeDefined();
    stop.abort(gone);
    returnStream?.(new ReadableStream({ cancel: () => void (isEnded = true) }));
    await expect(generated).rejects.toBe(gone);
    expect(isEnded).toBe(true);
  });
});
