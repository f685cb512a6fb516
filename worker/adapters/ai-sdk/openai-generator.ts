/**
 * Models behind OpenAI's chat completions (https://platform.openai.com/docs/api-reference/chat): OpenAI's own, Groq's
 * (https://console.groq.com/docs/api-reference), and those of any other server that speaks it.
 */

import type { Generator } from '../../ports/generator.ts';
import { at, countAt, stringAt } from './any-json.ts';
import { createLanguageModelGenerator } from './language-model-generator.ts';
import type { ModelList } from './list-models.ts';
import { wholeAnswers } from './whole-answers.ts';

interface OpenAiOptions {
  readonly provider: 'openai' | 'groq' | 'compatible';
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
}

/** Listed among the others, and no writers of text. */
const otherModels =
  /embed|whisper|tts|dall-e|moderation|image|audio|realtime|transcribe|sora|guard|(?:^|[-/])(?:davinci|babbage|rerank)/i;

export function createOpenAiGenerator({ provider, url, key, fetch }: OpenAiOptions): Generator {
  return createLanguageModelGenerator({
    provider,
    key,
    keys: provider === 'compatible' ? 'optional' : 'needed',
    habits: {
      // A schema that is not held to strictly may leave fields out; a strict one must name them all, and is refused otherwise.
      options: { openaiCompatible: { strictJsonSchema: false } },
      // Few of Groq's models take a schema; all of them write JSON: https://console.groq.com/docs/structured-outputs
      structure: provider === 'groq' ? 'words' : 'schema',
    },
    thinksInText: true,
    list: listOf(url),
    fetch,
    async open(model, calling) {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: provider,
        baseURL: url,
        ...(calling.key !== undefined && { apiKey: calling.key }),
        fetch: takingWholeAnswers(calling.fetch),
        includeUsage: true,
        supportsStructuredOutputs: true,
        // OpenAI's newer models refuse the name that all others know.
        ...(provider === 'openai' && { transformRequestBody: withNewerNames }),
      }).chatModel(model);
    },
  });
}

function takingWholeAnswers(calling: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await calling(input, init);
    if (!response.ok || response.body === null) return response;
    return new Response(response.body.pipeThrough(wholeAnswers()), response);
  };
}

function withNewerNames({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: max_tokens };
}

function listOf(url: string): ModelList {
  return {
    url: `${url}/models`,
    headersOf: (key): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
    at: 'data',
    readOne(item) {
      const model = stringAt(item, 'id');
      if (model === '' || otherModels.test(model) || at(item, 'active') === false) return undefined;
      // Groq, vLLM and OpenRouter each have a name of their own for it.
      const contextTokens =
        countAt(item, 'context_window') ?? countAt(item, 'max_model_len') ?? countAt(item, 'context_length');
      return { model, label: stringAt(item, 'name') || model, contextTokens };
    },
  };
}
