/** Words for the states of claims. Pure. The app and the command line share them. */

import type { Claim, ClaimJudgment, ClaimState } from './claim.ts';

interface StateLabel {
  readonly label: string;
  /** The label within a count: `9 found in source`. */
  readonly counted: string;
}

export const claimLabels = {
  verified: { label: 'Found in source', counted: 'found in source' },
  repaired: { label: 'Citation moved', counted: 'found in source after the citation was moved' },
  cited: { label: 'Cited', counted: 'cited' },
  partial: { label: 'Not all found', counted: 'not all found' },
  unsupported: { label: 'Not found', counted: 'not found' },
  uncited: { label: 'No citation', counted: 'without citation' },
  gap: { label: 'What the source does not show', counted: 'the source does not show' },
  pending: { label: 'Being checked', counted: 'being checked' },
} as const satisfies Record<ClaimState, StateLabel>;

interface MarkedClaim extends Pick<Claim, 'state'> {
  readonly judgment?: Pick<ClaimJudgment, 'verdict' | 'model'> | undefined;
}

/**
 * The words after a sentence of which something was not found.
 * @param isModelWritten false for a composed answer, in which a sentence without citation is a heading or an introduction
 * @returns undefined for a claim without a mark
 */
export function markOf({ state, judgment }: MarkedClaim, isModelWritten: boolean): string | undefined {
  if (state === 'unsupported' || state === 'partial') return claimLabels[state].label;
  if (judgment?.verdict === 'disputed') return `Disputed by ${judgment.model}`;
  return state === 'uncited' && isModelWritten ? claimLabels.uncited.label : undefined;
}
