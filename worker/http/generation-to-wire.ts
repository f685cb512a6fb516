/** How a text came about, and what it rests on, in the shapes the API tells them in. */

import type { Generation } from '../contract/generation.ts';
import type { Receipt as WireReceipt } from '../contract/receipt.ts';
import type { GenerationFacts } from '../core/generation.ts';
import type { Receipt } from '../core/receipt.ts';

export function generationToWire(facts: GenerationFacts): Generation {
  return {
    ...facts,
    model: facts.model ?? null,
    attempts: facts.attempts.map((attempt) => ({ ...attempt })),
    usage: { ...facts.usage },
    costUsd: facts.costUsd ?? null,
    firstTokenMs: facts.firstTokenMs ?? null,
  };
}

/** As it was signed: nothing is added, left out or renamed. */
export function receiptToWire(receipt: Receipt): WireReceipt {
  return structuredClone(receipt) as WireReceipt;
}
