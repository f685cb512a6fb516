/** Implements OpenAI's streamed chat completions: https://platform.openai.com/docs/api-reference/chat-streaming */

import type { ProviderCall, ProviderFinish, ProviderMessage, ProviderUsage } from './provider-script.ts';
import {
  getAt,
  listAt,
  numberAt,
  formatSseEvent,
  stringAt,
  readContentText,
  type DialectServer,
  type Frames,
  type ParsedCall,
} from './dialect.ts';

export const openaiDialect: DialectServer = {
  parseCall: ({ path, headers, body }) =>
    path.endsWith('/chat/completions') && getAt(body, 'stream') === true
      ? {
          model: stringAt(body, 'model'),
          ...readChat(body),
          key: /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1],
        }
      : undefined,
  createFrames: (call) => createChoiceFrames(call),
  formatError: ({ status, message }) => ({
    status,
    body: { error: { message, type: errorType(status), param: null, code: null } },
  }),
  formatModelList: (path, models) =>
    path.endsWith('/models')
      ? {
          object: 'list',
          data: models.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'scripted' })),
        }
      : undefined,
};

/** Parses the fields that the bodies of OpenAI and Workers AI have in common. */
export function readChat(body: unknown): Omit<ParsedCall, 'model' | 'key'> {
  return {
    messages: listAt(body, 'messages').map((message) => ({
      role: parseRole(getAt(message, 'role')),
      text: readContentText(getAt(message, 'content')),
    })),
    tools: listAt(body, 'tools').map((tool) => stringAt(tool, 'function', 'name')),
    schema:
      getAt(body, 'response_format', 'json_schema', 'schema') ??
      getAt(body, 'response_format', 'json_schema'),
    temperature: numberAt(body, 'temperature'),
    maxOutputTokens: numberAt(body, 'max_completion_tokens') ?? numberAt(body, 'max_tokens'),
  };
}

const finishReasons = {
  stop: 'stop',
  length: 'length',
  filtered: 'content_filter',
  'tool-calls': 'tool_calls',
  'provider-error': 'error',
} as const satisfies Record<ProviderFinish, string>;

export function createChoiceFrames(call: ProviderCall): Frames {
  const requestsUsage =
    getAt(call.body, 'stream_options', 'include_usage') === true || call.dialect === 'workers-ai';
  const chunk = (choices: readonly unknown[], fields: Readonly<Record<string, unknown>> = {}): string =>
    formatSseEvent({
      id: `chatcmpl-${call.number}`,
      object: 'chat.completion.chunk',
      created: 1_700_000_000,
      model: call.model,
      choices,
      ...fields,
    });
  const delta = (value: unknown, finish_reason: string | null = null): string =>
    chunk([{ index: 0, delta: value, logprobs: null, finish_reason }]);
  let toolCalls = 0;
  return {
    begin: () => delta({ role: 'assistant', content: '' }),
    text: (content) => delta({ content }),
    reasoning: (reasoning_content) => delta({ reasoning_content }),
    toolCall({ id, name, input }) {
      const index = toolCalls++;
      const half = Math.ceil(input.length / 2);
      return [
        { index, id, type: 'function', function: { name, arguments: '' } },
        { index, function: { arguments: input.slice(0, half) } },
        { index, function: { arguments: input.slice(half) } },
      ]
        .map((toolCall) => delta({ tool_calls: [toolCall] }))
        .join('');
    },
    error: (kind) =>
      formatSseEvent({
        error: {
          message: `The server had an error: ${kind}`,
          type: errorTypes[kind],
          param: null,
          code: null,
        },
      }) + formatSseEvent('[DONE]'),
    end: ({ finish, usage }) =>
      delta({}, finishReasons[finish]) +
      (requestsUsage && usage !== undefined ? chunk([], { usage: formatUsage(usage) }) : '') +
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

const errorTypes = {
  overloaded: 'server_overloaded',
  limited: 'rate_limit_exceeded',
  internal: 'server_error',
} as const;

function errorType(status: number): string {
  if (status === 429) return 'rate_limit_exceeded';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

function parseRole(role: unknown): ProviderMessage['role'] {
  if (role === 'developer') return 'system';
  return role === 'system' || role === 'assistant' || role === 'tool' ? role : 'user';
}
