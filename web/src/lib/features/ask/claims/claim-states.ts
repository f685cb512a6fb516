/** Defines the labels and explanations of claim states and checks, and which claims get a mark. Each state has its own shape and word, so that color is never the only cue. */
import type { Claim, ClaimState } from '../../../api.ts';
import { claimLabels, markOf } from '../../../landing-api.ts';

interface ClaimStateInfo {
  readonly label: string;
  readonly meaning: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'neutral';
}

/** In the order in which the legend lists the states. */
export const claimStates = {
  verified: {
    ...claimLabels.verified,
    meaning: 'Every marked name (or its last part), quotation, and number in digits is in the cited source.',
    tone: 'good',
  },
  repaired: {
    ...claimLabels.repaired,
    meaning: 'The sentence was found in other lines of the same file, and the citation was moved to them.',
    tone: 'good',
  },
  cited: {
    ...claimLabels.cited,
    meaning: 'The citation is valid. The sentence has no name, quotation or number to look up.',
    tone: 'neutral',
  },
  partial: {
    ...claimLabels.partial,
    meaning: 'Some names, quotations or numbers of the sentence are not in the cited source.',
    tone: 'warn',
  },
  unsupported: {
    ...claimLabels.unsupported,
    meaning: 'The cited source does not contain what the sentence names, or shows something else.',
    tone: 'bad',
  },
  uncited: {
    ...claimLabels.uncited,
    meaning: 'The sentence cites nothing to check.',
    tone: 'neutral',
  },
  gap: {
    ...claimLabels.gap,
    meaning: 'The sentence states what the evidence does not contain.',
    tone: 'neutral',
  },
  pending: {
    ...claimLabels.pending,
    meaning: 'The sentence has not been looked up yet.',
    tone: 'neutral',
  },
} as const satisfies Record<ClaimState, ClaimStateInfo>;

/** All claim states; the `satisfies` above makes a missing state a type error. */
export const claimStateOrder: readonly ClaimState[] = Object.keys(claimStates).filter(isClaimState);

function isClaimState(key: string): key is ClaimState {
  return Object.hasOwn(claimStates, key);
}

const checkLabels: Readonly<Record<string, string>> = {
  citation: 'Citation',
  hash: 'Unchanged lines',
  quote: 'Quotation',
  identifier: 'Names',
  lines: 'Line numbers',
  number: 'Numbers',
  signature: 'Parameters',
  content: 'Content',
  repair: 'Moved citation',
  count: 'Counts',
  author: 'Author',
  date: 'Date',
  origin: 'Changes of the commit',
  relation: 'Relationships',
  query: 'Query result',
  instructions: 'Instructions in the source',
  gap: 'Not in the sources',
};

/** The label of a check; an unknown check keeps the server's name. */
export function checkLabel(check: string): string {
  return checkLabels[check] ?? check;
}

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
  const isDisputed = label !== claimLabels[claim.state].label;
  return { state: isDisputed ? 'partial' : claim.state, label };
}
