/** What a text took: every attempt, tokens and dollars of all of them together. */

import {
  modelId,
  type AttemptOutcome,
  type GenerationAttempt,
  type GenerationFacts,
  type ModelName,
  type TokenUsage,
} from '../../core/generation.ts';
import type { CallEnd } from './call-model.ts';
import type { Generation } from './generation.ts';

/** Vendors take nothing for what they refuse; of other calls whose tokens they do not tell, the price is not known. */
const unpaid: ReadonlySet<AttemptOutcome> = new Set(['limited', 'unavailable', 'refused']);

/** @param now the milliseconds it has taken are counted by it */
export function createTally({ priceOf }: Pick<Generation, 'priceOf'>, now: () => number, isOwnKey: boolean) {
  const startedAt = now();
  const attempts: GenerationAttempt[] = [];
  let usage: TokenUsage = { input: 0, cached: 0, output: 0 };
  let costUsd: number | undefined = 0;
  return {
    /** Of a model that was not asked. */
    passedOver(model: ModelName, outcome: AttemptOutcome, detail: string): void {
      attempts.push({ model: modelId(model), outcome, detail, ms: 0 });
    },
    called(model: ModelName, { outcome, detail, ms, usage: used, isTold }: CallEnd): void {
      attempts.push({ model: modelId(model), outcome, detail, ms });
      const price = priceOf(model);
      if (used === undefined && !isTold && unpaid.has(outcome)) return;
      if (price === undefined || used === undefined) costUsd = undefined;
      if (used === undefined) return;
      usage = {
        input: usage.input + used.input,
        cached: usage.cached + used.cached,
        output: usage.output + used.output,
      };
      // What a vendor had kept is counted like the rest: prices state no other.
      if (price !== undefined && costUsd !== undefined)
        costUsd += (used.input * price.input + used.output * price.output) / 1_000_000;
    },
    /** @param told the call whose text was told; undefined where none was */
    facts(told: CallEnd | undefined): GenerationFacts {
      return {
        model: told?.model,
        isCutOff: told !== undefined && told.outcome !== 'answered',
        attempts,
        usage,
        costUsd,
        firstTokenMs: told?.firstTokenMs,
        totalMs: now() - startedAt,
        isOwnKey,
      };
    },
  };
}

export type Tally = ReturnType<typeof createTally>;
