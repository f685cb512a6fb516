/** Defines which claims get a mark. */
import { claimLabels, markOf, type Claim, type ClaimState } from '../../../api.ts';

/** A mark after a sentence of which something was not found. */
export interface ClaimMark {
  /** The state whose icon the mark shows. */
  readonly state: ClaimState;
  readonly label: string;
}

/**
 * @param isModelWritten see `markOf`
 * @returns null for a claim without a mark
 */
export function findMark(
  claim: Pick<Claim, 'state' | 'judgment'>,
  isModelWritten: boolean,
): ClaimMark | null {
  const label = markOf(claim, isModelWritten);
  if (label === undefined) return null;
  const isDisputed = label !== claimLabels[claim.state];
  return { state: isDisputed ? 'partial' : claim.state, label };
}
