/** Composes the generation services from the settings: a generator per usable provider, with limits and timeouts. */

import { createAnthropicGenerator } from '../adapters/ai-sdk/anthropic-generator.ts';
import { createGoogleGenerator } from '../adapters/ai-sdk/google-generator.ts';
import { createOpenAiGenerator } from '../adapters/ai-sdk/openai-generator.ts';
import { createWorkersAiGenerator } from '../adapters/ai-sdk/workers-ai-generator.ts';
import { createDurableQuota } from '../adapters/durable-objects/quota.ts';
import { formatModelName, type ProviderName } from '../core/answers/generation.ts';
import { createSpendGuard } from '../flows/limits/meter-model-calls.ts';
import type { Metering } from '../flows/limits/metering.ts';
import { pause, type Generation } from '../flows/models/generation.ts';
import { createModelCircuitBreaker } from '../flows/models/model-circuit-breaker.ts';
import type { Clock } from '../ports/clock.ts';
import type { Generator } from '../ports/generator.ts';
import type { Config } from './config.ts';
import type { Environment } from './environment.ts';
import { unlimited, type GenerationChoice } from './generation-choice.ts';
import { globalFetch } from './providers.ts';

interface GenerationParts {
  readonly environment: Environment;
  readonly clock: Clock;
  /** Undefined if nothing is limited. */
  readonly metering: Metering | undefined;
}

export function createGeneration(
  config: Config,
  { environment, clock, metering }: GenerationParts,
): Generation {
  const { models, limits, prices, timeouts, promptTokens, outputTokens, claimJudge } = config.generation;
  const getPrice: Generation['getPrice'] = (model) => prices.get(formatModelName(model));
  return {
    generators: createGenerators(config.generation, environment),
    models,
    offersAll: config.mode === 'open',
    getLimits: (model) => limits.get(formatModelName(model)) ?? limits.get('*') ?? unlimited,
    getPrice,
    spendGuard: metering && createSpendGuard(metering, getPrice, undefined),
    quota: createDurableQuota((bucket) => environment.QUOTA.get(environment.QUOTA.idFromName(bucket))),
    claimJudge,
    cachedVerdicts: new Map(),
    cachedLists: new Map(),
    circuitBreaker: createModelCircuitBreaker(clock),
    timeouts,
    promptTokens,
    outputTokens,
    pause,
    random: Math.random,
  };
}

/** Creates a generator for every provider with a known address. It uses the deployment's key or a user's own. */
function createGenerators(
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
  return new Map(
    generators.flatMap((generator) =>
      generator === undefined ? [] : [[generator.provider, generator] as const],
    ),
  );
}
