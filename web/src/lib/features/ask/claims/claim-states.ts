/** Defines the labels and explanations of claim states and checks. Each state has its own shape and word, so that color is never the only cue. */
import type { Claim, ClaimState } from '../../../api.ts';

interface ClaimStateInfo {
  readonly label: string;
  readonly meaning: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'neutral';
}

/** In the order in which counts and legends list the states. */
export const claimStates = {
  verified: {
    label: 'Found in source',
    meaning: 'Every name, quotation and number in the sentence is in the cited source.',
    tone: 'good',
  },
  repaired: {
    label: 'Citation moved',
    meaning: 'The sentence was found in other lines of the same file, and the citation was moved to them.',
    tone: 'good',
  },
  cited: {
    label: 'Cited',
    meaning: 'The citation is valid. The sentence has no name, quotation or number to look up.',
    tone: 'neutral',
  },
  partial: {
    label: 'Not all found',
    meaning: 'Some names, quotations or numbers of the sentence are not in the cited source.',
    tone: 'warn',
  },
  unsupported: {
    label: 'Not found',
    meaning: 'The cited source does not contain what the sentence names, or shows something else.',
    tone: 'bad',
  },
  uncited: { label: 'No citation', meaning: 'The sentence cites nothing to check.', tone: 'neutral' },
  gap: {
    label: 'What the source does not show',
    meaning: 'The sentence states what the evidence does not contain.',
    tone: 'neutral',
  },
  pending: {
    label: 'Being checked',
    meaning: 'The claim has not been checked against its lines yet.',
    tone: 'neutral',
  },
} as const satisfies Record<ClaimState, ClaimStateInfo>;

/** True when every check passed against the original or the repaired citation. */
export function isSupported({ state }: Pick<Claim, 'state'>): boolean {
  return claimStates[state].tone === 'good';
}

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

/** Summarizes the checks of a claim: `All 3 checks passed.`, `1 of 3 checks failed: names.` */
export function summarizeChecks(
  checks: readonly { readonly check: string; readonly passed: boolean }[],
): string {
  if (checks.length === 0) return 'No checks were reported for this claim.';
  const failed = checks.filter(({ passed }) => !passed);
  if (failed.length === 0)
    return checks.length === 1 ? 'The one check passed.' : `All ${checks.length} checks passed.`;
  const names = [...new Set(failed.map(({ check }) => checkLabel(check).toLowerCase()))].join(', ');
  return `${failed.length} of ${checks.length} ${checks.length === 1 ? 'check' : 'checks'} failed: ${names}.`;
}

export interface StateCount {
  readonly state: ClaimState;
  readonly count: number;
}

/** Counts claims by state. States without claims are omitted. */
export function countStates(states: readonly ClaimState[]): readonly StateCount[] {
  return claimStateOrder
    .map((state) => ({ state, count: states.filter((other) => other === state).length }))
    .filter(({ count }) => count > 0);
}

/** Formats counts as `2 verified, 1 partly supported`. */
export function formatStateCounts(counts: readonly StateCount[]): string {
  return counts.map(({ state, count }) => `${count} ${claimStates[state].label.toLowerCase()}`).join(', ');
}

/** Summarizes the claims of an answer for screen readers: `3 claims: 2 verified, 1 not supported`. */
export function summarizeStates(states: readonly ClaimState[]): string {
  if (states.length === 0) return 'No claims';
  return `${states.length} ${states.length === 1 ? 'claim' : 'claims'}: ${formatStateCounts(countStates(states))}`;
}
