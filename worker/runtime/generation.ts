/** What writes answers, put together from the settings: a generator of every vendor that can be called, and how they are asked. */

import { createEmbeddedQuota } from '../adapters/embedded/quota.ts';
import { modelId, type ProviderName } from '../core/generation.ts';
import type { Generation } from '../flows/generation/generation.ts';
import type { Clock } from '../ports/clock.ts';
import type { Generator } from '../ports/generator.ts';
import type { Config } from './config.ts';
import type { Environment } from './environment.ts';
import { unlimited } from './generation-choice.ts';

export function generationOf(config: Config, _environment: Environment, clock: Clock): Generation {
  const { models, limits, prices, waits, promptTokens, outputTokens } = config.generation;
  const generators = new Map<ProviderName, Generator>();
  return {
    generators,
    models,
    offersAll: config.mode === 'open',
    limitsOf: (model) => limits.get(modelId(model)) ?? limits.get('*') ?? unlimited,
    priceOf: (model) => prices.get(modelId(model)),
    quota: createEmbeddedQuota(clock),
    waits,
    promptTokens,
    outputTokens,
    pause,
    random: Math.random,
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopped = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stopped);
      resolve();
    }, ms);
    if (signal.aborted) stopped();
    else signal.addEventListener('abort', stopped, { once: true });
  });
}
