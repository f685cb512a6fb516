/** Converts a request of the `Generator` port to the AI SDK's call options. */

import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { GeneratorMessage, GeneratorTool, JsonSchema } from '../../core/answers/generation.ts';
import type { GenerateRequest } from '../../ports/generator.ts';

export interface ProviderFeatures {
  /** Marks a message for the provider's prompt cache; undefined if the provider caches automatically or not at all. */
  readonly cacheMark?: SharedV4ProviderOptions;
  readonly options?: SharedV4ProviderOptions;
  /** `schema`: the provider enforces a given schema. `prompt`: it writes JSON, and the prompt describes the schema. */
  readonly structure: 'schema' | 'prompt';
}

/** Anthropic accepts four marks per request: https://docs.anthropic.com/en/docs/build-with-claude/prompt-caching */
const maxCacheMarks = 4;

export function toCallOptions(
  { messages, tools, schema, temperature, maxOutputTokens }: GenerateRequest,
  { cacheMark, options, structure }: ProviderFeatures,
): LanguageModelV4CallOptions {
  const markedMessages = cacheMark === undefined ? [] : messages.filter(isCacheable).slice(-maxCacheMarks);
  const prompt = messages.map((message) =>
    promptMessage(message, markedMessages.includes(message) ? cacheMark : undefined),
  );
  return {
    prompt: schema !== undefined && structure === 'prompt' ? [describeSchema(schema), ...prompt] : prompt,
    maxOutputTokens,
    ...(temperature !== undefined && { temperature }),
    ...(tools.length > 0 && { tools: tools.map(toSdkTool) }),
    ...(schema !== undefined && {
      responseFormat: {
        type: 'json',
        name: 'response',
        ...(structure === 'schema' && { schema }),
      },
    }),
    ...(options !== undefined && { providerOptions: options }),
  };
}

function isCacheable(message: GeneratorMessage): boolean {
  return (message.role === 'system' || message.role === 'user') && message.isCachePrefix === true;
}

function promptMessage(
  message: GeneratorMessage,
  providerOptions: SharedV4ProviderOptions | undefined,
): LanguageModelV4Message {
  const cacheOptions = providerOptions === undefined ? {} : { providerOptions };
  if (message.role === 'assistant') return { role: 'assistant', content: assistantParts(message) };
  if (message.role === 'tool') {
    const output = { type: 'text', value: message.result } as const;
    return {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: message.callId, toolName: message.name, output }],
    };
  }
  if (message.role === 'system') return { role: 'system', content: message.text, ...cacheOptions };
  return { role: 'user', content: [{ type: 'text', text: message.text }], ...cacheOptions };
}

function assistantParts({ text, toolCalls = [] }: Extract<GeneratorMessage, { readonly role: 'assistant' }>) {
  const calls = toolCalls.map(({ id, name, input }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input: parseInput(input),
  }));
  return [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...calls];
}

/** Parses input that a model wrote. Invalid JSON becomes an empty object. */
function parseInput(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return {};
  }
}

function toSdkTool({ name, description, inputSchema }: GeneratorTool) {
  return { type: 'function' as const, name, description, inputSchema };
}

function describeSchema(schema: JsonSchema): LanguageModelV4Message {
  return {
    role: 'system',
    content: `Reply with one JSON value and nothing else. It has this JSON Schema: ${JSON.stringify(schema)}`,
  };
}
