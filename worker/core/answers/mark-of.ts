/** The words after a sentence of which something was not found. Pure. The app and the command line share them. */

import { claimLabels } from './claim-labels.ts';
import type { Claim, ClaimJudgment } from './claim.ts';

interface MarkedClaim extends Pick<Claim, 'state'> {
  readonly judgment?: Pick<ClaimJudgment, 'verdict' | 'model'> | undefined;
}

/**
 * @param isModelWritten false for a composed answer, in which a sentence without citation is a heading or an introduction
 * @returns undefined for a claim without a mark
 */
export function markOf({ state, judgment }: MarkedClaim, isModelWritten: boolean): string | undefined {
  if (state === 'unsupported' || state === 'partial') return claimLabels[state];
  if (judgment?.verdict === 'disputed') return `Disputed by ${judgment.model}`;
  return state === 'uncited' && isModelWritten ? claimLabels.uncited : undefined;
}
