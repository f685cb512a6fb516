/** Implements the `Generator` port with Anthropic's models (https://docs.anthropic.com/en/api/messages). Anthropic caches marked messages. */

import type { Generator } from '../../ports/generator.ts';
import { countAt, stringAt } from './untyped-json.ts';
import { createLanguageModelGenerator, maxListedModels } from './language-model-generator.ts';

interface AnthropicOptions {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
}

/** https://docs.anthropic.com/en/api/versioning */
const version = '2023-06-01';

export function createAnthropicGenerator({ url, key, fetch }: AnthropicOptions): Generator {
  return createLanguageModelGenerator({
    provider: 'anthropic',
    key,
    keys: 'needed',
    features: { structure: 'schema', cacheMark: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
    hasThinkingTags: false,
    list: {
      url: `${url}/models?limit=${maxListedModels}`,
      headers: (apiKey): Record<string, string> => ({
        'anthropic-version': version,
        ...(apiKey !== undefined && { 'x-api-key': apiKey }),
      }),
      field: 'data',
      readModel(item) {
        const model = stringAt(item, 'id');
        if (model === '') return undefined;
        const contextTokens = countAt(item, 'max_input_tokens');
        return { model, label: stringAt(item, 'display_name') || model, contextTokens };
      },
    },
    fetch,
    async open(model, access) {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      // A key is always present, because `keys` is `needed`.
      return createAnthropic({ baseURL: url, apiKey: access.key ?? '', fetch: access.fetch }).languageModel(
        model,
      );
    },
  });
}
