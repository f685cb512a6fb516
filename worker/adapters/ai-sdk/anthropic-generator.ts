/** Anthropic's models (https://docs.anthropic.com/en/api/messages). It keeps of a prompt what it is told to. */

import type { Generator } from '../../ports/generator.ts';
import { countAt, stringAt } from './any-json.ts';
import { createLanguageModelGenerator } from './language-model-generator.ts';
import { maxListed } from './list-models.ts';

interface AnthropicOptions {
  /** Without a slash at its end. */
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
    habits: { structure: 'schema', kept: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
    thinksInText: false,
    list: {
      url: `${url}/models?limit=${maxListed}`,
      headersOf: (of): Record<string, string> => ({
        'anthropic-version': version,
        ...(of !== undefined && { 'x-api-key': of }),
      }),
      at: 'data',
      readOne(item) {
        const model = stringAt(item, 'id');
        if (model === '') return undefined;
        const contextTokens = countAt(item, 'max_input_tokens');
        return { model, label: stringAt(item, 'display_name') || model, contextTokens };
      },
    },
    fetch,
    async open(model, calling) {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      // A key is always there: `keys` says so.
      return createAnthropic({ baseURL: url, apiKey: calling.key ?? '', fetch: calling.fetch }).languageModel(
        model,
      );
    },
  });
}
