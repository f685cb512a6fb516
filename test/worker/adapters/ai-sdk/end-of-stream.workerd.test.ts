/** Ends a stream where its answer ends, in workerd, whether or not the connection is closed. */

import { expect, it } from 'vitest';
import { endAtFinish } from '../../../../worker/adapters/ai-sdk/end-of-stream.ts';

const encoder = new TextEncoder();

/** Emits the chunks one by one and stays open; sets `wasLeft` when the reader cancels. */
function createOpenStream(
  pieces: readonly string[],
  thenEvery?: { readonly ms: number; readonly piece: string },
) {
  const waiting = [...pieces];
  const seen = { wasLeft: false };
  let timer: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = waiting.shift();
      if (piece !== undefined) controller.enqueue(encoder.encode(piece));
      else if (thenEvery !== undefined)
        timer ??= setInterval(() => controller.enqueue(encoder.encode(thenEvery.piece)), thenEvery.ms);
      if (piece === undefined) return new Promise<void>(() => undefined);
      return undefined;
    },
    cancel() {
      clearInterval(timer);
      seen.wasLeft = true;
    },
  });
  return { body, seen };
}

const cut = (text: string, size: number): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
const finish = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n';

it.each([1, 7, 10_000])('ends at [DONE], in chunks of %i characters', async (size) => {
  const text = `data: {"choices":[{"delta":{"content":"[DONE]"}}]}\r\n\r\n${finish}data: [DONE]`;
  const { body, seen } = createOpenStream(cut(text, size));
  expect(await new Response(endAtFinish(body)).text()).toBe(text);
  expect(seen.wasLeft).toBe(true);
});

it.each([
  ['OpenAI', finish],
  ['Google', 'data: {"candidates":[{"content":{},"finishReason":"STOP"}]}\r\n\r\n'],
  ['Google, of a prompt,', 'data: {"promptFeedback": {"blockReason": "SAFETY"}}\n\n'],
])('ends soon after the finish reason of %s, with what follows it', async (_, reason) => {
  const text = `${reason}data: {"usage":{}}\n\n`;
  const { body, seen } = createOpenStream([reason, 'data: {"usage":{}}\n\n'], {
    ms: 100,
    piece: ': still here\n\n',
  });
  expect(await new Response(endAtFinish(body)).text()).toContain(text);
  expect(seen.wasLeft).toBe(true);
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
  ['no reason yet', 'data: {"choices":[{"delta":{"content":"a"},"finish_reason":null}]}\n\n'],
  ['an empty one', 'data: {"choices":[{"delta":{"content":"a"},"finish_reason":""}]}\n\n'],
  ['one in a text', 'data: {"choices":[{"delta":{"content":"\\"finish_reason\\":\\"stop\\""}}]}\n\n'],
  ['one in a call', 'data: {"candidates":[{"content":{"args":{"finishReason":"x"}}}]}\n\n'],
  ['one that is no event', ': {"choices":[{"finish_reason":"stop"}]}\n\n'],
  ['a line too long', `data: {"choices":[{"finish_reason":"stop","x":"${'x'.repeat(1_000_001)}"}]}\n\n`],
  ['[DONE] within a line', 'data: {"x":"\\ndata: [DONE]"}\n\n'],
])('continues after %s', async (_, text) => {
  const { body, seen } = createOpenStream([text]);
  const reader = endAtFinish(body).getReader();
  expect((await reader.read()).done).toBe(false);
  const later = new Promise((settle) => setTimeout(() => settle('open'), 1_300));
  expect(await Promise.race([reader.read(), later])).toBe('open');
  await reader.cancel();
  expect(seen.wasLeft).toBe(true);
});
