/**
 * Implements the `Generator` port with OpenAI's chat completions API (https://platform.openai.com/docs/api-reference/chat). Groq
 * (https://console.groq.com/docs/api-reference) and many other servers implement this API too.
 */

import type { Generator } from '../../ports/generator.ts';
import { valueAt, countAt, stringAt } from './untyped-json.ts';
import { createLanguageModelGenerator, type ModelList } from './language-model-generator.ts';
import { streamWholeAnswers } from './non-streamed-answers.ts';

interface OpenAiOptions {
  readonly provider: 'openai' | 'groq' | 'compatible';
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
}

/** Listed models that do not generate text. */
const nonTextModels =
  /embed|whisper|tts|dall-e|moderation|image|audio|realtime|transcribe|sora|guard|(?:^|[-/])(?:davinci|babbage|rerank)/i;

export function createOpenAiGenerator({ provider, url, key, fetch }: OpenAiOptions): Generator {
  return createLanguageModelGenerator({
    provider,
    key,
    keys: provider === 'compatible' ? 'optional' : 'needed',
    features: {
      // In strict mode a provider rejects schemas with optional fields, so strict mode is off.
      options: { openaiCompatible: { strictJsonSchema: false } },
      // Few of Groq's models accept a schema, but all of them write JSON: https://console.groq.com/docs/structured-outputs
      structure: provider === 'groq' ? 'prompt' : 'schema',
    },
    hasThinkingTags: true,
    list: modelList(url),
    fetch,
    async open(model, access) {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: provider,
        baseURL: url,
        ...(access.key !== undefined && { apiKey: access.key }),
        fetch: withWholeAnswers(access.fetch),
        includeUsage: true,
        supportsStructuredOutputs: true,
        // OpenAI's newer models reject `max_tokens`, which all other servers accept.
        ...(provider === 'openai' && { transformRequestBody: withNewerTokenLimit }),
      }).chatModel(model);
    },
  });
}

function withWholeAnswers(fetch: typeof globalThis.fetch): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || response.body === null) return response;
    return new Response(response.body.pipeThrough(streamWholeAnswers()), response);
  };
}

function withNewerTokenLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: max_tokens };
}

function modelList(url: string): ModelList {
  return {
    url: `${url}/models`,
    headers: (key): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
    field: 'data',
    readModel(item) {
      const model = stringAt(item, 'id');
      if (model === '' || nonTextModels.test(model) || valueAt(item, 'active') === false) return undefined;
      // Groq, vLLM and OpenRouter name this field differently.
      const contextTokens =
        countAt(item, 'context_window') ?? countAt(item, 'max_model_len') ?? countAt(item, 'context_length');
      return { model, label: stringAt(item, 'name') || model, contextTokens };
    },
  };
}
