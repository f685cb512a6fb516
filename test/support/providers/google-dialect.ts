/** Implements Google's `streamGenerateContent` with SSE: https://ai.google.dev/api/generate-content, https://google.aip.dev/193 */

import type { ProviderCall, ProviderFinish, ProviderMessage } from './provider-script.ts';
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

export const googleDialect: DialectServer = {
  parseCall({ path, headers, body }) {
    const [, model] = /\/models\/([^/:]+):streamGenerateContent/.exec(path) ?? [];
    if (model === undefined) return undefined;
    const system = readContentText(getAt(body, 'systemInstruction', 'parts'));
    const config = getAt(body, 'generationConfig');
    return {
      model,
      messages: [
        ...(system === '' ? [] : [{ role: 'system' as const, text: system }]),
        ...listAt(body, 'contents').map(parseMessage),
      ],
      tools: listAt(body, 'tools')
        .flatMap((tool) => listAt(tool, 'functionDeclarations'))
        .map((declaration) => stringAt(declaration, 'name')),
      schema: getAt(config, 'responseJsonSchema') ?? getAt(config, 'responseSchema'),
      temperature: numberAt(config, 'temperature'),
      maxOutputTokens: numberAt(config, 'maxOutputTokens'),
      key: headers['x-goog-api-key'],
    };
  },
  createFrames: (call) => createGoogleFrames(call),
  formatError({ status: scriptedStatus, message, retryAfterSeconds }) {
    // Google answers an unknown key with status 400: https://ai.google.dev/gemini-api/docs/troubleshooting
    const status = scriptedStatus === 401 ? 400 : scriptedStatus;
    const details = [
      ...(scriptedStatus === 401
        ? [
            {
              '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
              reason: 'API_KEY_INVALID',
              domain: 'googleapis.com',
            },
          ]
        : []),
      ...(retryAfterSeconds === undefined
        ? []
        : [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfterSeconds}s` }]),
    ];
    return { status, body: { error: { code: status, message, status: getStatusName(status), details } } };
  },
  formatModelList: (path, models) =>
    path.endsWith('/models')
      ? {
          models: models.map((id) => ({
            name: `models/${id}`,
            version: '001',
            displayName: `Model ${id}`,
            inputTokenLimit: 1_048_576,
            outputTokenLimit: 8_192,
            supportedGenerationMethods: ['generateContent', 'countTokens'],
          })),
        }
      : undefined,
};

function parseMessage(message: unknown): ProviderMessage {
  const parts = listAt(message, 'parts');
  const results = parts.filter((part) => getAt(part, 'functionResponse') !== undefined);
  if (results.length > 0)
    return {
      role: 'tool',
      text: results.map((part) => JSON.stringify(getAt(part, 'functionResponse'))).join(''),
    };
  return { role: getAt(message, 'role') === 'model' ? 'assistant' : 'user', text: readContentText(parts) };
}

const finishReasons = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  filtered: 'SAFETY',
  'tool-calls': 'STOP',
  'provider-error': 'OTHER',
} as const satisfies Record<ProviderFinish, string>;

function createGoogleFrames(call: ProviderCall): Frames {
  const chunk = (candidate: unknown, fields: Readonly<Record<string, unknown>> = {}): string =>
    formatSseEvent({
      candidates: [candidate],
      modelVersion: call.model,
      responseId: `r-${call.number}`,
      ...fields,
    });
  const part = (value: unknown): string => chunk({ content: { parts: [value], role: 'model' }, index: 0 });
  return {
    begin: () => '',
    text: (text) => part({ text }),
    reasoning: (text) => part({ text, thought: true }),
    toolCall: ({ name, input }) => part({ functionCall: { name, args: JSON.parse(input) as unknown } }),
    error: (kind) => {
      const code = kind === 'limited' ? 429 : kind === 'overloaded' ? 503 : 500;
      return formatSseEvent({ error: { code, message: `It is ${kind}`, status: getStatusName(code) } });
    },
    end: ({ finish, usage }) =>
      chunk(
        { content: { parts: [{ text: '' }], role: 'model' }, finishReason: finishReasons[finish], index: 0 },
        usage === undefined
          ? {}
          : {
              usageMetadata: {
                promptTokenCount: usage.input,
                cachedContentTokenCount: usage.cached,
                candidatesTokenCount: usage.output,
                totalTokenCount: usage.input + usage.output,
              },
            },
      ),
    endWithout: () => '',
  };
}

function getStatusName(code: number): string {
  const names: Readonly<Record<number, string>> = {
    400: 'INVALID_ARGUMENT',
    401: 'UNAUTHENTICATED',
    403: 'PERMISSION_DENIED',
    404: 'NOT_FOUND',
    429: 'RESOURCE_EXHAUSTED',
    500: 'INTERNAL',
    503: 'UNAVAILABLE',
    504: 'DEADLINE_EXCEEDED',
  };
  return names[code] ?? 'UNKNOWN';
}
