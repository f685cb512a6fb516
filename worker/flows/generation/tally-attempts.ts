/** What a text took: every attempt, tokens and dollars of all of them together. */

import {
  addSpent,
  modelId,
  nothingSpent,
  type AttemptOutcome,
  type GenerationAttempt,
  type GenerationFacts,
  type ModelName,
  type Spent,
} from '../../core/generation.ts';
import type { CallEnd } from './call-model.ts';
import type { Generation } from './generation.ts';

/** Vendors take nothing for what they refuse; of other calls whose tokens they do not tell, the price is not known. */
const unpaid: ReadonlySet<AttemptOutcome> = new Set(['limited', 'unavailable', 'refused']);

/** @param now the milliseconds it has taken are counted by it */
export function createTally({ priceOf }: Pick<Generation, 'priceOf'>, now: () => number, isOwnKey: boolean) {
  const startedAt = now();
  const attempts: GenerationAttempt[] = [];
  let spent: Spent = nothingSpent;
  return {
    /** Of a model that was not asked. */
    passedOver(model: ModelName, outcome: AttemptOutcome, detail: string): void {
      attempts.push({ model: modelId(model), outcome, detail, ms: 0 });
    },
    called(model: ModelName, { outcome, detail, ms, usage: used, isTold }: CallEnd): void {
      attempts.push({ model: modelId(model), outcome, detail, ms });
      const price = priceOf(model);
      if (used === undefined && !isTold && unpaid.has(outcome)) return;
      const costUsd =
        // What a vendor had kept is counted like the rest: prices state no other.
        price && used && (used.input * price.input + used.output * price.output) / 1_000_000;
      spent = addSpent(spent, { usage: used ?? nothingSpent.usage, costUsd });
    },
    /** @param told the call whose text was told; undefined where none was */
    facts(told: CallEnd | undefined): GenerationFacts {
      return {
        model: told?.model,
        isCutOff: told !== undefined && told.outcome !== 'answered',
        attempts,
        ...spent,
        firstTokenMs: told?.firstTokenMs,
        totalMs: now() - startedAt,
        isOwnKey,
      };
    },
  };
}

export type Tally = ReturnType<typeof createTally>;
