/** Creates a generator for every provider with a known address. It uses the deployment's key or a user's own. */

import { createAnthropicGenerator } from '../adapters/ai-sdk/anthropic-generator.ts';
import { createGoogleGenerator } from '../adapters/ai-sdk/google-generator.ts';
import { createOpenAiGenerator } from '../adapters/ai-sdk/openai-generator.ts';
import { createWorkersAiGenerator } from '../adapters/ai-sdk/workers-ai-generator.ts';
import type { ProviderName } from '../core/answers/generation.ts';
import type { Generator } from '../ports/generator.ts';
import type { Environment } from './environment.ts';
import type { GenerationChoice } from './generation-choice.ts';
import { globalFetch } from './providers.ts';

export function createGenerators(
  { providers }: Pick<GenerationChoice, 'providers'>,
  { AI }: Pick<Environment, 'AI'>,
): ReadonlyMap<ProviderName, Generator> {
  const { google, anthropic } = providers;
  const fetch = globalFetch;
  const generators = [
    AI === undefined ? undefined : createWorkersAiGenerator(AI),
    ...(['openai', 'groq', 'compatible'] as const).map((provider) => {
      const { url, key } = providers[provider];
      return url === undefined ? undefined : createOpenAiGenerator({ provider, url, key, fetch });
    }),
    google.url === undefined ? undefined : createGoogleGenerator({ url: google.url, key: google.key, fetch }),
    anthropic.url === undefined
      ? undefined
      : createAnthropicGenerator({ url: anthropic.url, key: anthropic.key, fetch }),
  ];
  return new Map(generators.flatMap((one) => (one === undefined ? [] : [[one.provider, one] as const])));
}
