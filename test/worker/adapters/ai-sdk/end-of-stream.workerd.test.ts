/** Tests in workerd that a stream ends where its answer ends, even if the connection stays open. */

import { expect, it } from 'vitest';
import { endAtFinish } from '../../../../worker/adapters/ai-sdk/end-of-stream.ts';

const encoder = new TextEncoder();

/** Emits the pieces one by one and stays open; sets `isCanceled` when the reader cancels. */
function createOpenStream(
  pieces: readonly string[],
  repeated?: { readonly ms: number; readonly piece: string },
) {
  const remaining = [...pieces];
  const status = { isCanceled: false };
  let timer: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = remaining.shift();
      if (piece !== undefined) controller.enqueue(encoder.encode(piece));
      else if (repeated !== undefined)
        timer ??= setInterval(() => controller.enqueue(encoder.encode(repeated.piece)), repeated.ms);
      if (piece === undefined) return new Promise<void>(() => undefined);
      return undefined;
    },
    cancel() {
      clearInterval(timer);
      status.isCanceled = true;
    },
  });
  return { body, status };
}

const splitText = (text: string, size: number): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
const finish = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n';

it.each([1, 7, 10_000])('ends at [DONE] when chunks have %i characters', async (size) => {
  const text = `data: {"choices":[{"delta":{"content":"[DONE]"}}]}\r\n\r\n${finish}data: [DONE]`;
  const { body, status } = createOpenStream(splitText(text, size));
  expect(await new Response(endAtFinish(body)).text()).toBe(text);
  expect(status.isCanceled).toBe(true);
});

it.each([
  ['OpenAI', finish],
  ['Google', 'data: {"candidates":[{"content":{},"finishReason":"STOP"}]}\r\n\r\n'],
  ['Google for a blocked prompt', 'data: {"promptFeedback": {"blockReason": "SAFETY"}}\n\n'],
])('ends soon after the finish reason of %s, and includes the next event', async (_, reason) => {
  const text = `${reason}data: {"usage":{}}\n\n`;
  const { body, status } = createOpenStream([reason, 'data: {"usage":{}}\n\n'], {
    ms: 100,
    piece: ': still here\n\n',
  });
  expect(await new Response(endAtFinish(body)).text()).toContain(text);
  expect(status.isCanceled).toBe(true);
});

const createLostStream = (first: string) => {
  let isSent = false;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isSent) controller.error(new Error('lost'));
      else controller.enqueue(encoder.encode(first));
      isSent = true;
    },
  });
};

it('accepts a connection lost after the finish reason, but not before', async () => {
  expect(await new Response(endAtFinish(createLostStream(finish))).text()).toBe(finish);
  await expect(
    new Response(endAtFinish(createLostStream('data: {"choices":[]}\n\n'))).text(),
  ).rejects.toThrow('lost');
});

it.concurrent.each([
  ['a null reason', 'data: {"choices":[{"delta":{"content":"a"},"finish_reason":null}]}\n\n'],
  ['an empty reason', 'data: {"choices":[{"delta":{"content":"a"},"finish_reason":""}]}\n\n'],
  [
    'a reason quoted in text',
    'data: {"choices":[{"delta":{"content":"\\"finish_reason\\":\\"stop\\""}}]}\n\n',
  ],
  [
    'a reason in the arguments of a call',
    'data: {"candidates":[{"content":{"args":{"finishReason":"x"}}}]}\n\n',
  ],
  ['a reason in a comment', ': {"choices":[{"finish_reason":"stop"}]}\n\n'],
  [
    'a reason in a line that is too long',
    `data: {"choices":[{"finish_reason":"stop","x":"${'x'.repeat(1_000_001)}"}]}\n\n`,
  ],
  ['[DONE] within a line', 'data: {"x":"\\ndata: [DONE]"}\n\n'],
])('continues after %s', async (_, text) => {
  const { body, status } = createOpenStream([text]);
  const reader = endAtFinish(body).getReader();
  expect((await reader.read()).done).toBe(false);
  const later = new Promise((settle) => setTimeout(() => settle('open'), 1_300));
  expect(await Promise.race([reader.read(), later])).toBe('open');
  await reader.cancel();
  expect(status.isCanceled).toBe(true);
});
