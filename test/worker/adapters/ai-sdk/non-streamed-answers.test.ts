/** Tests servers that answer a request for a stream with one JSON value, which may be an answer or an error. */

import { expect, it } from 'vitest';
import { createOpenAiGenerator } from '../../../../worker/adapters/ai-sdk/openai-generator.ts';
import { generateOnce, replyOnce } from './generate-once.ts';

const request = async (body: string, type?: string) => {
  const url = await replyOnce({ status: 200, body, ...(type !== undefined && { type }) });
  return generateOnce(createOpenAiGenerator({ provider: 'compatible', url, key: undefined, fetch }));
};

const usage = { prompt_tokens: 5, completion_tokens: 2 };
const completion = (message: unknown, finish_reason: string | undefined = 'stop') =>
  JSON.stringify(
    { object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage },
    null,
    2,
  );

it.each([undefined, 'application/json; charset=utf-8', 'text/plain'])(
  'reads a completion of type %s',
  async (type) => {
    const { parts } = await request(completion({ role: 'assistant', content: 'The gate 門.' }), type);
    expect(parts).toEqual([
      { type: 'text-delta', text: 'The gate 門.' },
      { type: 'finish', reason: 'stop', usage: { input: 5, cached: 0, output: 2 } },
    ]);
  },
);

it('reports tool calls, reasoning and the finish reason', async () => {
  const call = { id: 'c1', type: 'function', function: { name: 'find', arguments: '{"word":"a"}' } };
  const message = { content: null, reasoning_content: 'Hm.', tool_calls: [call] };
  const { parts } = await request(completion(message, 'tool_calls'));
  expect(parts).toMatchObject([
    { type: 'thinking' },
    { type: 'tool-call', call: { id: 'c1', name: 'find', input: '{"word":"a"}' } },
    { type: 'finish', reason: 'tool-calls' },
  ]);
  const contentParts = await request(completion({ content: [{ type: 'text', text: 'In parts.' }] }));
  expect(contentParts.text).toBe('In parts.');
  const refusedAnswer = await request(completion({ content: null, refusal: 'Not that.' }));
  expect(refusedAnswer.parts.at(-1)).toMatchObject({ reason: 'filtered' });
  const truncatedAnswer = await request(completion({ content: '<think>Hm.</think>Some' }, 'length'));
  expect(truncatedAnswer.text).toBe('Some');
  expect(truncatedAnswer.parts.at(-1)).toMatchObject({ reason: 'length' });
});

it.each([
  [{ error: { message: 'model not loaded' } }, 'model_unavailable', 'model not loaded'],
  [{ error: 'model not loaded' }, 'model_unavailable', 'model not loaded'],
  [{ error: { message: 'overloaded', code: 503 } }, 'model_unavailable', 'overloaded'],
  [{ error: { message: 'No such one', code: 404 } }, 'model_refused', 'No such one'],
  [[{ error: { message: 'Slowly', code: 429 } }], 'model_limited', 'Slowly'],
  [{ error: { message: 'Slowly', type: 'rate_limit_exceeded' } }, 'model_limited', 'Slowly'],
  [{ error: { message: 'The maximum context length is 4096 tokens' } }, 'model_refused', '4096'],
  [{ error: { message: 'Wrong', code: 'invalid_api_key' } }, 'model_key_refused', ''],
])('maps %j to %s', async (body, code, message) => {
  await expect(request(JSON.stringify(body))).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
});

it.each([
  ['neither an answer nor an error', '{"ok":true}'],
  ['an incomplete answer', '{"choices":[{"message":{"content":"Ye'],
  ['an HTML page', '<html>Log in</html>'],
  ['an empty body', ''],
])('treats %s as an interrupted answer', async (_, body) => {
  expect((await request(body)).parts).toEqual([]);
});

it('reads a stream even if its content type is JSON', async () => {
  const chunk = { choices: [{ delta: { content: 'Yes.' }, finish_reason: 'stop' }] };
  const { text } = await request(`\ndata: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  expect(text).toBe('Yes.');
});

it('rejects a response larger than any answer', async () => {
  await expect(request(completion({ content: 'x'.repeat(10_000_001) }))).rejects.toMatchObject({
    code: 'model_stream_broken',
  });
});
