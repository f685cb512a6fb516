/** Explains the claim states to readers. */
import type { ClaimState } from '../../../api.ts';

/** In the order in which the legend lists the states. */
export const claimMeanings = {
  verified: 'Every marked name (or its last part), quotation, and number in digits is in the cited source.',
  repaired: 'The sentence was found in other lines of the same file, and the citation was moved to them.',
  cited: 'The citation is valid. The sentence has no name, quotation or number to look up.',
  partial: 'Some names, quotations or numbers of the sentence are not in the cited source.',
  unsupported: 'The cited source does not contain what the sentence names, or shows something else.',
  uncited: 'The sentence cites nothing to check.',
  gap: 'The sentence states what the evidence does not contain.',
  pending: 'The sentence has not been looked up yet.',
} as const satisfies Record<ClaimState, string>;

/** All claim states; the `satisfies` above makes a missing state a type error. */
export const claimStateOrder: readonly ClaimState[] = Object.keys(claimMeanings).filter(isClaimState);

function isClaimState(key: string): key is ClaimState {
  return Object.hasOwn(claimMeanings, key);
}
