/** The states a claim can be in, as they are named and explained to a reader. Shape and word differ, not colour alone. */
import type { Claim, ClaimState } from '../../api.ts';

interface ClaimStateInfo {
  readonly label: string;
  readonly meaning: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'neutral';
}

/** In the order they are counted and explained in. */
export const claimStates = {
  verified: { label: 'Verified', meaning: 'Every check against the cited lines passed.', tone: 'good' },
  repaired: {
    label: 'Repaired',
    meaning: 'Its citation was wrong and was moved to the lines that do bear it out.',
    tone: 'good',
  },
  partial: {
    label: 'Partly supported',
    meaning: 'The cited lines bear out a part of it, not the whole.',
    tone: 'warn',
  },
  unsupported: { label: 'Not supported', meaning: 'The cited lines do not bear it out.', tone: 'bad' },
  uncited: { label: 'No citation', meaning: 'It names no lines that could be checked.', tone: 'neutral' },
  pending: {
    label: 'Being checked',
    meaning: 'Written, and not yet checked against its lines.',
    tone: 'neutral',
  },
} as const satisfies Record<ClaimState, ClaimStateInfo>;

/** Every check of it passed, of the lines it cited or of those it was moved to. */
export function isBorneOut({ state }: Pick<Claim, 'state'>): boolean {
  return claimStates[state].tone === 'good';
}

/** All of them: one that is not explained above is an error of type. */
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
  words: 'Wording',
  wording: 'Wording',
  negation: 'Yes or no',
  number: 'Numbers',
  repair: 'Moved citation',
  bound: 'At least or at most',
  opposite: 'Opposites',
  order: 'Order',
  call: 'Who calls whom',
  count: 'Counts',
  author: 'Author',
  date: 'Date',
  origin: 'What a commit did',
  relation: 'What belongs to what',
  query: 'Result of a query',
  instructions: 'Instructions in the source',
};

/** The name of a check for a reader; one unknown here keeps the server's. */
export function checkLabel(check: string): string {
  return checkLabels[check] ?? check;
}

/** What the checks of a claim come to: `All 3 checks passed`, `1 of 3 checks failed: names`. */
export function summariseChecks(
  checks: readonly { readonly check: string; readonly passed: boolean }[],
): string {
  if (checks.length === 0) return 'No check has been reported for it.';
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

/** How many claims there are of each state, without the states there are none of. */
export function countStates(states: readonly ClaimState[]): readonly StateCount[] {
  return claimStateOrder
    .map((state) => ({ state, count: states.filter((one) => one === state).length }))
    .filter(({ count }) => count > 0);
}

/** `2 verified, 1 partly supported`. */
export function wordsOfStates(counts: readonly StateCount[]): string {
  return counts.map(({ state, count }) => `${count} ${claimStates[state].label.toLowerCase()}`).join(', ');
}

/** What the claims of an answer amount to, for a person who does not see the marks: `3 claims: 2 verified, 1 …`. */
export function summariseStates(states: readonly ClaimState[]): string {
  if (states.length === 0) return 'No claims';
  return `${states.length} ${states.length === 1 ? 'claim' : 'claims'}: ${wordsOfStates(countStates(states))}`;
}
