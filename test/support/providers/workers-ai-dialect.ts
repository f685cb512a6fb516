/**
 * Implements Workers AI with the results of its binding and both formats of its streams; the header `x-shape` selects the format
 * (https://developers.cloudflare.com/workers-ai/features/, https://developers.cloudflare.com/workers-ai/platform/errors/).
 */

import type { ProviderCall, ProviderUsage, WorkersAiShape } from './provider-script.ts';
import { getAt, formatSseEvent, type DialectServer, type Frames } from './dialect.ts';
import { createChoiceFrames, readChat } from './openai-dialect.ts';

export const workersAiDialect: DialectServer = {
  parseCall({ path, body }) {
    const [, model] = /\/run\/(.+)$/.exec(path) ?? [];
    return model === undefined ? undefined : { model, ...readChat(body), key: undefined };
  },
  createFrames: (call) =>
    call.headers['x-shape'] === 'response' ? createResponseFrames(call) : createChoiceFrames(call),
  // The binding throws an error whose message begins with this number.
  formatError: ({ status, message }) => ({
    status,
    body: { message: `${getErrorNumber(status)}: ${message}` },
  }),
  formatWholeAnswer(call, { text, usage }) {
    if (getAt(call.body, 'stream') === true) return undefined;
    // With a requested schema, the response is parsed JSON: https://developers.cloudflare.com/workers-ai/features/json-mode/
    const response = call.schema === undefined ? text : (JSON.parse(text) as unknown);
    return { response, ...(usage !== undefined && { usage: formatUsage(usage) }) };
  },
  formatModelList: () => undefined,
};

function createResponseFrames(call: ProviderCall): Frames {
  const calls: { readonly name: string; readonly arguments: unknown }[] = [];
  return {
    begin: () => '',
    text: (response) => formatSseEvent({ response, p: 'abcdefghi' }),
    // This format has no field for reasoning.
    reasoning: () => '',
    toolCall({ name, input }) {
      calls.push({ name, arguments: JSON.parse(input) as unknown });
      return formatSseEvent({ response: '', tool_calls: calls.slice(-1) });
    },
    error: (kind) =>
      formatSseEvent({
        errors: [{ code: kind === 'limited' ? 3036 : 3040, message: `${kind}, ${call.model}` }],
      }),
    end: ({ finish, usage }) =>
      (finish === 'stop' ? '' : formatSseEvent({ response: '', finish_reason: finishReasons[finish] })) +
      (usage === undefined ? '' : formatSseEvent({ response: '', usage: formatUsage(usage) })) +
      formatSseEvent('[DONE]'),
    endWithout: () => '',
  };
}

function formatUsage({ input, cached, output }: ProviderUsage): unknown {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
  };
}

const finishReasons = {
  length: 'length',
  filtered: 'content_filter',
  'tool-calls': 'tool_calls',
  'provider-error': 'error',
} as const;

/** Returns the error number of a status. In the reference, 429 is both 3040 (out of capacity) and 3036 (daily allocation exhausted). */
function getErrorNumber(status: number): number {
  if (status === 429) return 3_036;
  if (status === 401 || status === 403) return 5_016;
  if (status === 404) return 5_007;
  if (status === 408) return 3_007;
  return status >= 500 ? 3_040 : 5_004;
}

export interface ScriptedAi {
  run(model: string, inputs: unknown, options?: { readonly signal?: AbortSignal }): Promise<unknown>;
}

/** Creates a replacement for the `AI` binding, which calls the local server and throws the same errors as the binding. */
export function createWorkersAiBinding(url: string, shape: WorkersAiShape): ScriptedAi {
  return {
    async run(model, inputs, options = {}) {
      const response = await fetch(`${url}/run/${model}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-shape': shape },
        body: JSON.stringify(inputs),
        ...(options.signal !== undefined && { signal: options.signal }),
      });
      const isStream = response.headers.get('content-type') === 'text/event-stream';
      if (response.ok) return isStream ? response.body : response.json();
      const { message } = (await response.json()) as { readonly message: string };
      throw new Error(message);
    },
  };
}
