/**
 * The binding `AI` as an address that speaks OpenAI's chat completions: what it is asked is given to the binding, whose streams, of either
 * shape, come back as `choices[].delta` (https://developers.cloudflare.com/workers-ai/configuration/bindings/). What is no JSON is
 * handed on as it came, so that whoever reads finds it broken; the binding's errors become answers with the status they stand for.
 */

import { at, listAt, stringAt } from './any-json.ts';
import { choiceLines } from './choice-lines.ts';
import { wholeAnswer } from './whole-answers.ts';
import { workersAiStatus } from './workers-ai-status.ts';

/** The part of the binding that is needed. */
export interface GeneratingBinding {
  run(
    model: string,
    inputs: Readonly<Record<string, unknown>>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown>;
}

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
          : // Some models answer at once though a stream was asked for.
            wholeAnswer(answer);
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

function refused(cause: unknown): Response {
  const message = cause instanceof Error ? cause.message : String(cause);
  return Response.json({ error: { message } }, { status: workersAiStatus(message) });
}
