/** Implements Anthropic's streamed Messages API: https://docs.anthropic.com/en/api/messages-streaming, https://docs.anthropic.com/en/api/errors */

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
} from './dialect.ts';

/** Name of the tool that requests structured output from models without a structured output mode. */
const jsonTool = 'json';

export const anthropicDialect: DialectServer = {
  parseCall({ path, headers, body }) {
    if (!path.endsWith('/messages') || getAt(body, 'stream') !== true) return undefined;
    const tools = listAt(body, 'tools');
    const jsonRequest = tools.find((tool) => getAt(tool, 'name') === jsonTool);
    const system = readContentText(getAt(body, 'system'));
    return {
      model: stringAt(body, 'model'),
      messages: [
        ...(system === '' ? [] : [{ role: 'system' as const, text: system }]),
        ...listAt(body, 'messages').map(parseMessage),
      ],
      tools: tools.map((tool) => stringAt(tool, 'name')).filter((name) => name !== jsonTool),
      schema: getAt(body, 'output_config', 'format', 'schema') ?? getAt(jsonRequest, 'input_schema'),
      temperature: numberAt(body, 'temperature'),
      maxOutputTokens: numberAt(body, 'max_tokens'),
      key: headers['x-api-key'],
    };
  },
  createFrames: (call) => createAnthropicFrames(call),
  formatError: ({ status, message }) => ({
    status,
    body: { type: 'error', error: { type: errorType(status), message } },
  }),
  formatModelList: (path, models) =>
    path.endsWith('/models')
      ? {
          data: models.map((id) => ({
            type: 'model',
            id,
            display_name: `Model ${id}`,
            created_at: '2026-01-01T00:00:00Z',
          })),
          has_more: false,
          first_id: models[0] ?? null,
          last_id: models.at(-1) ?? null,
        }
      : undefined,
};

function parseMessage(message: unknown): ProviderMessage {
  const content = getAt(message, 'content');
  const results = listAt(content).filter((part) => getAt(part, 'type') === 'tool_result');
  if (results.length > 0)
    return { role: 'tool', text: results.map((part) => readContentText(getAt(part, 'content'))).join('') };
  return {
    role: getAt(message, 'role') === 'assistant' ? 'assistant' : 'user',
    text: readContentText(content),
  };
}

const stopReasons = {
  stop: 'end_turn',
  length: 'max_tokens',
  filtered: 'refusal',
  'tool-calls': 'tool_use',
  // Anthropic has no such reason, but services that proxy its streams send it.
  'provider-error': 'error',
} as const satisfies Record<ProviderFinish, string>;

function event(type: string, fields: Readonly<Record<string, unknown>> = {}): string {
  return formatSseEvent({ type, ...fields }, type);
}

function createAnthropicFrames(call: ProviderCall): Frames {
  // If a tool requests structured output, the text is sent as the input of the tool.
  const usesJsonTool = listAt(call.body, 'tools').some((tool) => getAt(tool, 'name') === jsonTool);
  let index = -1;
  let openBlock: string | undefined;
  const close = (): string => {
    if (openBlock === undefined) return '';
    openBlock = undefined;
    return event('content_block_stop', { index });
  };
  const block = (type: string, content: unknown): string => {
    if (openBlock === type) return '';
    const ending = close();
    openBlock = type;
    index += 1;
    return ending + event('content_block_start', { index, content_block: content });
  };
  const delta = (value: unknown): string => event('content_block_delta', { index, delta: value });
  return {
    begin: (usage) =>
      event('message_start', {
        message: {
          id: `msg_${call.number}`,
          type: 'message',
          role: 'assistant',
          content: [],
          model: call.model,
          stop_reason: null,
          stop_sequence: null,
          usage: { ...readTokens(usage), output_tokens: usage === undefined ? 0 : 1 },
        },
      }) + event('ping'),
    text: (text) =>
      usesJsonTool
        ? block('json', { type: 'tool_use', id: `toolu_json_${call.number}`, name: jsonTool, input: {} }) +
          delta({ type: 'input_json_delta', partial_json: text })
        : block('text', { type: 'text', text: '' }) + delta({ type: 'text_delta', text }),
    reasoning: (thinking) =>
      block('thinking', { type: 'thinking', thinking: '', signature: '' }) +
      delta({ type: 'thinking_delta', thinking }),
    toolCall({ id, name, input }) {
      const half = Math.ceil(input.length / 2);
      return (
        block(`tool ${id}`, { type: 'tool_use', id, name, input: {} }) +
        delta({ type: 'input_json_delta', partial_json: input.slice(0, half) }) +
        delta({ type: 'input_json_delta', partial_json: input.slice(half) })
      );
    },
    error: (kind) => event('error', { error: { type: errorTypes[kind], message: `It is ${kind}` } }),
    end: ({ finish, usage }) =>
      close() +
      event('message_delta', {
        delta: {
          stop_reason: usesJsonTool && finish === 'stop' ? 'tool_use' : stopReasons[finish],
          stop_sequence: null,
        },
        // Counts are cumulative.
        usage: { ...readTokens(usage), output_tokens: usage?.output ?? 0 },
      }) +
      event('message_stop'),
    endWithout: () => close(),
  };
}

/** Formats the input tokens. `input_tokens` excludes cached tokens. */
function readTokens(usage: ProviderUsage | undefined) {
  const { input, cached } = usage ?? { input: 0, cached: 0 };
  return {
    input_tokens: input - cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
  };
}

const errorTypes = {
  overloaded: 'overloaded_error',
  limited: 'rate_limit_error',
  internal: 'api_error',
} as const;

function errorType(status: number): string {
  const types: Readonly<Record<number, string>> = {
    400: 'invalid_request_error',
    401: 'authentication_error',
    403: 'permission_error',
    404: 'not_found_error',
    413: 'request_too_large',
    429: 'rate_limit_error',
    529: 'overloaded_error',
  };
  return types[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
}
