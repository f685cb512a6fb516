/** Defines the colors of claim states, the labels of checks, and which claims get a mark. Each state has its own shape and word, so that color is never the only cue. */
import type { Claim, ClaimState } from '../../../api.ts';
import { claimLabels, markOf } from '../../../landing-api.ts';

/** Which colors a state has. */
export const claimTones = {
  verified: 'good',
  repaired: 'good',
  cited: 'neutral',
  partial: 'warn',
  unsupported: 'bad',
  uncited: 'neutral',
  gap: 'neutral',
  pending: 'neutral',
} as const satisfies Record<ClaimState, 'good' | 'warn' | 'bad' | 'neutral'>;

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
