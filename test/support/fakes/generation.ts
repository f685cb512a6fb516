/** Creates the settings of model answers for tests of flows. There are no models unless a test adds them. */

import type { Generation } from '../../../worker/flows/models/generation.ts';
import { pause } from '../../../worker/flows/models/generation.ts';
import { createModelCircuitBreaker } from '../../../worker/flows/models/model-circuit-breaker.ts';
import type { Clock } from '../../../worker/ports/clock.ts';
import { unlimited } from '../../../worker/runtime/generation-choice.ts';
import { createMemoryQuota } from './memory-quota.ts';

export function createTestGeneration(clock: Clock, changes: Partial<Generation> = {}): Generation {
  return {
    generators: new Map(),
    models: [],
    offersAll: true,
    getLimits: () => unlimited,
    getPrice: () => undefined,
    quota: createMemoryQuota(clock),
    spendGuard: undefined,
    claimJudge: 'on-request',
    cachedVerdicts: new Map(),
    cachedLists: new Map(),
    circuitBreaker: createModelCircuitBreaker(clock),
    timeouts: { firstPartMs: 1_000, nextPartMs: 1_000, maxRetryMs: 1_000 },
    promptTokens: 8_000,
    outputTokens: 500,
    pause,
    random: () => 0.5,
    ...changes,
  };
}
