/** Defines the colors of claim states and the labels of checks. Each state has its own shape and word, so that color is never the only cue. */
import type { ClaimState } from '../../../api.ts';

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
