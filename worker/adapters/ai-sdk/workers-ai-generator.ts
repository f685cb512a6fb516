/** Workers AI's models, through the binding `AI`: read as OpenAI's chat completions, into which `workers-ai-fetch.ts` puts them. */

import type { Generator } from '../../ports/generator.ts';
import { createLanguageModelGenerator } from './language-model-generator.ts';
import { createWorkersAiFetch, type GeneratingBinding } from './workers-ai-fetch.ts';

export function createWorkersAiGenerator(ai: GeneratingBinding): Generator {
  return createLanguageModelGenerator({
    provider: 'workers-ai',
    key: undefined,
    keys: 'none',
    habits: { structure: 'schema' },
    thinksInText: true,
    // The binding has a list of all models of all kinds, and no word of which of them write.
    list: undefined,
    fetch: createWorkersAiFetch(ai),
    async open(model, { fetch }) {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: 'workers-ai',
        baseURL: 'https://workers-ai.invalid',
        fetch,
        includeUsage: true,
        supportsStructuredOutputs: true,
      }).chatModel(model);
    },
  });
}
