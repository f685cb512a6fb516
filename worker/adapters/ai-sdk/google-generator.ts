/** Google's models (https://ai.google.dev/api/generate-content). It keeps prompts by itself and tells what it had kept. */

import type { Generator } from '../../ports/generator.ts';
import { at, countAt, listAt, stringAt } from './any-json.ts';
import { createLanguageModelGenerator } from './language-model-generator.ts';
import { maxListed } from './list-models.ts';

interface GoogleOptions {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
}

export function createGoogleGenerator({ url, key, fetch }: GoogleOptions): Generator {
  return createLanguageModelGenerator({
    provider: 'google',
    key,
    keys: 'needed',
    habits: { structure: 'schema' },
    thinksInText: false,
    list: {
      url: `${url}/models?pageSize=${maxListed}`,
      headersOf: (of): Record<string, string> => (of === undefined ? {} : { 'x-goog-api-key': of }),
      at: 'models',
      readOne(item) {
        const model = stringAt(item, 'name').replace(/^models\//, '');
        const methods = at(item, 'supportedGenerationMethods');
        const writes = methods === undefined || listAt(methods).includes('generateContent');
        if (model === '' || !writes) return undefined;
        return {
          model,
          label: stringAt(item, 'displayName') || model,
          contextTokens: countAt(item, 'inputTokenLimit'),
        };
      },
    },
    fetch,
    async open(model, calling) {
      const { createGoogle } = await import('@ai-sdk/google');
      // A key is always there: `keys` says so.
      return createGoogle({ baseURL: url, apiKey: calling.key ?? '', fetch: calling.fetch }).languageModel(
        model,
      );
    },
  });
}
