/** Composes the generation services from the settings: a generator per usable provider, with limits and timeouts. */

import { createDurableQuota } from '../adapters/durable-objects/quota.ts';
import { modelId } from '../core/answers/generation.ts';
import type { Generation } from '../flows/models/generation.ts';
import { pause } from '../flows/models/generation.ts';
import { createModelCircuitBreaker } from '../flows/models/model-circuit-breaker.ts';
import type { Clock } from '../ports/clock.ts';
import type { Config } from './config.ts';
import type { Environment } from './environment.ts';
import { unlimited } from './generation-choice.ts';
import { createGenerators } from './generators.ts';

export function createGeneration(config: Config, environment: Environment, clock: Clock): Generation {
  const { models, limits, prices, waits, promptTokens, outputTokens } = config.generation;
  return {
    generators: createGenerators(config.generation, environment),
    models,
    offersAll: config.mode === 'open',
    getLimits: (model) => limits.get(modelId(model)) ?? limits.get('*') ?? unlimited,
    getPrice: (model) => prices.get(modelId(model)),
    quota: createDurableQuota((bucket) => environment.QUOTA.get(environment.QUOTA.idFromName(bucket))),
    cachedLists: new Map(),
    circuitBreaker: createModelCircuitBreaker(clock),
    timeouts: waits,
    promptTokens,
    outputTokens,
    pause,
    random: Math.random,
  };
}
