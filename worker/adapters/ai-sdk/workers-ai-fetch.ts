/**
 * The binding `AI` as an address that speaks OpenAI's chat completions: what it is asked is given to the binding, whose streams, of either
 * shape, come back as `choices[].delta` (https://developers.cloudflare.com/workers-ai/configuration/bindings/). What is no JSON is
 * handed on as it came, so that whoever reads finds it broken; the binding's errors become answers with the status their number stands for.
 */

import { at, listAt, stringAt } from './any-json.ts';
import { choiceLines } from './choice-lines.ts';
import { toolDelta } from './tool-delta.ts';

/** The part of the binding that is needed. */
export interface GeneratingBinding {
  run(
    model: string,
    inputs: Readonly<Record<string, unknown>>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown>;
}

/** https://developers.cloudflare.com/workers-ai/platform/errors/. Out of capacity (3040) is said of the vendor, not of whoever asks. */
const statusOfNumber: Readonly<Record<string, number>> = {
  3003: 400,
  3006: 413,
  3007: 504,
  3008: 504,
  3023: 400,
  3036: 429,
  3039: 400,
  3040: 503,
  3041: 400,
  3042: 404,
  5004: 400,
  5005: 400,
  5007: 404,
  5016: 400,
  5018: 400,
  5019: 400,
};

export function createWorkersAiFetch(ai: GeneratingBinding): typeof fetch {
  return async (_, init) => {
    const { model, inputs } = inputsOf(
      JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as unknown,
    );
    const signal = init?.signal ?? undefined;
    try {
      const answer = await ai.run(model, inputs, signal === undefined ? {} : { signal });
      const body =
        answer instanceof ReadableStream
          ? (answer as ReadableStream<Uint8Array>).pipeThrough(choiceLines())
          : wholeAnswer(answer);
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    } catch (cause) {
      signal?.throwIfAborted();
      return refused(cause);
    }
  };
}

/** Structured output is made at once: https://developers.cloudflare.com/workers-ai/features/json-mode/ */
function inputsOf(body: unknown): {
  readonly model: string;
  readonly inputs: Readonly<Record<string, unknown>>;
} {
  const schema = at(body, 'response_format', 'json_schema', 'schema');
  const { model: _, stream_options: __, response_format: ___, messages: ____, ...rest } = { ...Object(body) };
  const messages = listAt(body, 'messages').map((message) => ({
    ...Object(message),
    // It takes no `null`, which stands beside calls of tools.
    content: at(message, 'content') ?? '',
  }));
  const shape =
    schema === undefined
      ? {}
      : { stream: false, response_format: { type: 'json_schema', json_schema: schema } };
  return { model: stringAt(body, 'model'), inputs: { ...rest, messages, ...shape } };
}

/** Some models answer at once though a stream was asked for. */
function wholeAnswer(answer: unknown): string {
  const response = at(answer, 'response') ?? at(answer, 'choices', 0, 'message', 'content') ?? '';
  const content = typeof response === 'string' ? response : JSON.stringify(response);
  const told = listAt(answer, 'tool_calls');
  const calls = told.length > 0 ? told : listAt(answer, 'choices', 0, 'message', 'tool_calls');
  const tool_calls = calls.map(toolDelta);
  const finish_reason =
    stringAt(answer, 'choices', 0, 'finish_reason') || (tool_calls.length > 0 ? 'tool_calls' : 'stop');
  const delta = { content, ...(tool_calls.length > 0 && { tool_calls }) };
  return `data: ${JSON.stringify({ choices: [{ delta, finish_reason }], usage: at(answer, 'usage') ?? null })}\n\n`;
}

function refused(cause: unknown): Response {
  const message = cause instanceof Error ? cause.message : String(cause);
  const number = /\b[35]\d{3}\b/.exec(message)?.[0] ?? '';
  return Response.json({ error: { message } }, { status: statusOfNumber[number] ?? 503 });
}
