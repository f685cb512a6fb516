/** Models for tests of flows: none, until a test gives its own. */

import { createEmbeddedQuota } from '../../worker/adapters/embedded/quota.ts';
import type { Generation } from '../../worker/flows/generation/generation.ts';
import type { Clock } from '../../worker/ports/clock.ts';
import { unlimited } from '../../worker/runtime/generation-choice.ts';

export function testGeneration(clock: Clock, given: Partial<Generation> = {}): Generation {
  return {
    generators: new Map(),
    models: [],
    offersAll: true,
    limitsOf: () => unlimited,
    priceOf: () => undefined,
    quota: createEmbeddedQuota(clock),
    waits: { firstPartMs: 1_000, nextPartMs: 1_000, longestRetryMs: 1_000 },
    promptTokens: 8_000,
    outputTokens: 500,
    pause: () => Promise.resolve(),
    random: () => 0.5,
    ...given,
  };
}
