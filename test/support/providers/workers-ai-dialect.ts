/**
 * Workers AI as its binding returns it, with both formats of its streams, chosen by the path
 * (https://developers.cloudflare.com/workers-ai/features/, https://developers.cloudflare.com/workers-ai/platform/errors/).
 */

import type { ProviderCall, ProviderUsage, WorkersAiShape } from './provider-script.ts';
import { getAt, sse, type DialectServer, type Frames } from './dialect.ts';
import { choiceFrames, readChat } from './openai-dialect.ts';

export const workersAiDialect: DialectServer = {
  read({ path, body }) {
    const [, model] = /\/run\/(.+)$/.exec(path) ?? [];
    return model === undefined ? undefined : { model, ...readChat(body), key: undefined };
  },
  createFrames: (call) =>
    call.headers['x-shape'] === 'response' ? responseFrames(call) : choiceFrames(call),
  // The binding throws an error whose message begins with this number.
  formatError: ({ status, message }) => ({ status, body: { message: `${errorNumber(status)}: ${message}` } }),
  whole(call, { text, usage }) {
    if (getAt(call.body, 'stream') === true) return undefined;
    // JSON of a requested schema is returned parsed: https://developers.cloudflare.com/workers-ai/features/json-mode/
    const response = call.schema === undefined ? text : (JSON.parse(text) as unknown);
    return { response, ...(usage !== undefined && { usage: usageLine(usage) }) };
  },
  list: () => undefined,
};

function responseFrames(call: ProviderCall): Frames {
  const calls: { readonly name: string; readonly arguments: unknown }[] = [];
  return {
    begin: () => '',
    text: (response) => sse({ response, p: 'abcdefghi' }),
    // This format has no field for reasoning.
    reasoning: () => '',
    toolCall({ name, input }) {
      calls.push({ name, arguments: JSON.parse(input) as unknown });
      return sse({ response: '', tool_calls: calls.slice(-1) });
    },
    error: (kind) =>
      sse({ errors: [{ code: kind === 'limited' ? 3036 : 3040, message: `${kind}, ${call.model}` }] }),
    end: ({ finish, usage }) =>
      (finish === 'stop' ? '' : sse({ response: '', finish_reason: finishReasons[finish] })) +
      (usage === undefined ? '' : sse({ response: '', usage: usageLine(usage) })) +
      sse('[DONE]'),
    endWithout: () => '',
  };
}

function usageLine({ input, cached, output }: ProviderUsage): unknown {
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
  broken: 'error',
} as const;

/** Both 3040 and 3036 are 429 in the reference: out of capacity is temporary, the daily allowance is not. */
function errorNumber(status: number): number {
  if (status === 429) return 3_036;
  if (status === 401 || status === 403) return 5_016;
  if (status === 404) return 5_007;
  if (status === 408) return 3_007;
  return status >= 500 ? 3_040 : 5_004;
}

export interface ScriptedAi {
  run(model: string, inputs: unknown, options?: { readonly signal?: AbortSignal }): Promise<unknown>;
}

/** A replacement for the `AI` binding: an object that calls the local server and throws as the binding does. */
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
