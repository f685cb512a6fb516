/** What writes answers, put together from the settings: a generator of every vendor that can be called, and how they are asked. */

import { createDurableQuota } from '../adapters/durable-objects/quota.ts';
import { modelId } from '../core/generation.ts';
import type { Generation } from '../flows/generation/generation.ts';
import { pause } from '../flows/generation/pause.ts';
import { createModelRests } from '../flows/generation/resting-models.ts';
import type { Clock } from '../ports/clock.ts';
import type { Config } from './config.ts';
import type { Environment } from './environment.ts';
import { unlimited } from './generation-choice.ts';
import { generatorsOf } from './generators.ts';

export function generationOf(config: Config, environment: Environment, clock: Clock): Generation {
  const { models, limits, prices, waits, promptTokens, outputTokens } = config.generation;
  return {
    generators: generatorsOf(config.generation, environment),
    models,
    offersAll: config.mode === 'open',
    limitsOf: (model) => limits.get(modelId(model)) ?? limits.get('*') ?? unlimited,
    priceOf: (model) => prices.get(modelId(model)),
    quota: createDurableQuota((bucket) => environment.QUOTA.get(environment.QUOTA.idFromName(bucket))),
    lists: new Map(),
    rests: createModelRests(clock),
    waits,
    promptTokens,
    outputTokens,
    pause,
    random: Math.random,
  };
}
