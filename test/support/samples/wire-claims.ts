/** Creates claims and generation metadata of an answer as the API returns them. */

import type { Claim, ClaimState } from '../../../worker/contract/answers/claim.ts';
import type { Generation } from '../../../worker/contract/models/schema.ts';

export function createWireClaim(state: ClaimState, index: number): Claim {
  return { id: `c${index}`, text: 'It is so.', citations: [], state, checks: [] };
}

export const wireGeneration: Generation = {
  model: 'compatible/demo',
  isCutOff: false,
  attempts: [],
  usage: { input: 0, cached: 0, output: 0 },
  costUsd: null,
  firstTokenMs: null,
  totalMs: 1,
  isOwnKey: false,
};
