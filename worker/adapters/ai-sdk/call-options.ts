/** A request of the port as the AI SDK's call options. */

import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { GeneratorMessage, GeneratorTool, JsonSchema } from '../../core/generation.ts';
import type { GenerateRequest } from '../../ports/generator.ts';

export interface CallHabits {
  /** Put on the messages a vendor is to keep; undefined where it keeps prompts by itself or not at all. */
  readonly kept?: SharedV4ProviderOptions;
  readonly options?: SharedV4ProviderOptions;
  /** `schema`: it holds to one it is given. `words`: it writes JSON, and is told the shape in the prompt. */
  readonly structure: 'schema' | 'words';
}

/** Anthropic takes four marks in one request: https://docs.anthropic.com/en/docs/build-with-claude/prompt-caching */
const maxKept = 4;

export function callOptionsOf(
  { messages, tools, schema, temperature, maxOutputTokens }: GenerateRequest,
  { kept, options, structure }: CallHabits,
): LanguageModelV4CallOptions {
  const keptMessages = kept === undefined ? [] : messages.filter(isKept).slice(-maxKept);
  const prompt = messages.map((message) =>
    promptMessage(message, keptMessages.includes(message) ? kept : undefined),
  );
  return {
    prompt: schema !== undefined && structure === 'words' ? [shapeInWords(schema), ...prompt] : prompt,
    maxOutputTokens,
    ...(temperature !== undefined && { temperature }),
    ...(tools.length > 0 && { tools: tools.map(toolOf) }),
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

function isKept(message: GeneratorMessage): boolean {
  return 'isKept' in message && message.isKept === true;
}

function promptMessage(
  message: GeneratorMessage,
  providerOptions: SharedV4ProviderOptions | undefined,
): LanguageModelV4Message {
  const more = providerOptions === undefined ? {} : { providerOptions };
  if (message.role === 'assistant') return { role: 'assistant', content: assistantParts(message) };
  if (message.role === 'tool') {
    const output = { type: 'text', value: message.result } as const;
    return {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: message.callId, toolName: message.name, output }],
    };
  }
  if (message.role === 'system') return { role: 'system', content: message.text, ...more };
  return { role: 'user', content: [{ type: 'text', text: message.text }], ...more };
}

function assistantParts({ text, toolCalls = [] }: Extract<GeneratorMessage, { readonly role: 'assistant' }>) {
  const calls = toolCalls.map(({ id, name, input }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input: parsed(input),
  }));
  return [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...calls];
}

/** A model wrote it: what is no JSON is given back as nothing was said. */
function parsed(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return {};
  }
}

function toolOf({ name, description, inputSchema }: GeneratorTool) {
  return { type: 'function' as const, name, description, inputSchema };
}

function shapeInWords(schema: JsonSchema): LanguageModelV4Message {
  return {
    role: 'system',
    content: `Reply with one JSON value and nothing else. It has this JSON Schema: ${JSON.stringify(schema)}`,
  };
}
