/** Implements the `Generator` port with Google's models (https://ai.google.dev/api/generate-content). Google caches prompts automatically. */

import type { Generator } from '../../ports/generator.ts';
import { valueAt, countAt, listAt, stringAt } from './untyped-json.ts';
import { createLanguageModelGenerator, maxListedModels } from './language-model-generator.ts';

interface GoogleOptions {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
}

export function createGoogleGenerator({ url, key, fetch }: GoogleOptions): Generator {
  return createLanguageModelGenerator({
    provider: 'google',
    key,
    keys: 'needed',
    features: { structure: 'schema' },
    hasThinkingTags: false,
    list: {
      url: `${url}/models?pageSize=${maxListedModels}`,
      headers: (apiKey): Record<string, string> => (apiKey === undefined ? {} : { 'x-goog-api-key': apiKey }),
      field: 'models',
      readModel(item) {
        const model = stringAt(item, 'name').replace(/^models\//, '');
        const methods = valueAt(item, 'supportedGenerationMethods');
        const generatesText = methods === undefined || listAt(methods).includes('generateContent');
        if (model === '' || !generatesText) return undefined;
        return {
          model,
          label: stringAt(item, 'displayName') || model,
          contextTokens: countAt(item, 'inputTokenLimit'),
        };
      },
    },
    fetch,
    async open(model, access) {
      const { createGoogle } = await import('@ai-sdk/google');
      // A key is always present, because `keys` is `needed`.
      return createGoogle({ baseURL: url, apiKey: access.key ?? '', fetch: access.fetch }).languageModel(
        model,
      );
    },
  });
}
