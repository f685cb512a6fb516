/**
 * Calls Workers AI's models through the `AI` binding (https://developers.cloudflare.com/workers-ai/configuration/bindings/), behind a `fetch`
 * that implements OpenAI's chat completions. Streams of either format become `choices[].delta` events, and errors become responses with
 * the matching status. Invalid JSON passes through so that the reader reports it.
 */

import type { Generator } from '../../ports/generator.ts';
import { createLanguageModelGenerator } from './language-model-generator.ts';
import { valueAt, listAt, stringAt } from './untyped-json.ts';
import { convertWorkersAiStream } from './workers-ai-stream.ts';
import { toAnswerEvent } from './non-streamed-answers.ts';
import { workersAiStatus } from './error-status.ts';

export function createWorkersAiGenerator(ai: GeneratingBinding): Generator {
  return createLanguageModelGenerator({
    provider: 'workers-ai',
    key: undefined,
    keys: 'none',
    features: { structure: 'schema' },
    hasThinkingTags: true,
    // The binding lists models of every kind, and does not state which of them generate text.
    list: undefined,
    fetch: createWorkersAiFetch(ai),
    async open(model, { fetch }) {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: 'workers-ai',
        baseURL: 'https://workers-ai.invalid',
        fetch,
        includeUsage: true,
        supportsStructuredOutputs: true,
      }).chatModel(model);
    },
  });
}

/** The part of the binding that this adapter needs. */
export interface GeneratingBinding {
  run(
    model: string,
    inputs: Readonly<Record<string, unknown>>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown>;
}

function createWorkersAiFetch(ai: GeneratingBinding): typeof fetch {
  return async (_, init) => {
    const { model, inputs } = toBindingInputs(
      JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as unknown,
    );
    const signal = init?.signal ?? undefined;
    try {
      const answer = await ai.run(model, inputs, signal === undefined ? {} : { signal });
      const body =
        answer instanceof ReadableStream
          ? (answer as ReadableStream<Uint8Array>).pipeThrough(convertWorkersAiStream())
          : // Some models do not stream even when a stream is requested.
            toAnswerEvent(answer);
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    } catch (cause) {
      signal?.throwIfAborted();
      return toErrorResponse(cause);
    }
  };
}

/** Structured output cannot be streamed: https://developers.cloudflare.com/workers-ai/features/json-mode/ */
function toBindingInputs(body: unknown): {
  readonly model: string;
  readonly inputs: Readonly<Record<string, unknown>>;
} {
  const schema = valueAt(body, 'response_format', 'json_schema', 'schema');
  const { model: _, stream_options: __, response_format: ___, messages: ____, ...rest } = { ...Object(body) };
  const messages = listAt(body, 'messages').map((message) => ({
    ...Object(message),
    // Messages with tool calls have the content `null`, which Workers AI rejects.
    content: valueAt(message, 'content') ?? '',
  }));
  const structuredOutput =
    schema === undefined
      ? {}
      : { stream: false, response_format: { type: 'json_schema', json_schema: schema } };
  return { model: stringAt(body, 'model'), inputs: { ...rest, messages, ...structuredOutput } };
}

function toErrorResponse(cause: unknown): Response {
  const message = cause instanceof Error ? cause.message : String(cause);
  return Response.json({ error: { message } }, { status: workersAiStatus(message) });
}
