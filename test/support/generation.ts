/** Models for tests of flows: none, until a test gives its own. */

import type { Generation } from '../../worker/flows/generation/generation.ts';
import { pause } from '../../worker/flows/generation/pause.ts';
import { createModelRests } from '../../worker/flows/generation/resting-models.ts';
import type { Clock } from '../../worker/ports/clock.ts';
import { unlimited } from '../../worker/runtime/generation-choice.ts';
import { createMemoryQuota } from './memory-quota.ts';

export function testGeneration(clock: Clock, given: Partial<Generation> = {}): Generation {
  return {
    generators: new Map(),
    models: [],
    offersAll: true,
    limitsOf: () => unlimited,
    priceOf: () => undefined,
    quota: createMemoryQuota(clock),
    lists: new Map(),
    rests: createModelRests(clock),
    waits: { firstPartMs: 1_000, nextPartMs: 1_000, longestRetryMs: 1_000 },
    promptTokens: 8_000,
    outputTokens: 500,
    pause,
    random: () => 0.5,
    ...given,
  };
}
