/** Defines the labels and explanations of claim states and checks, and which claims get a mark. Each state has its own shape and word, so that color is never the only cue. */
import type { Claim, ClaimState } from '../../../api.ts';

interface ClaimStateInfo {
  readonly label: string;
  /** The label within a count: `9 found in source`. */
  readonly counted: string;
  readonly meaning: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'neutral';
}

/** In the order in which counts and legends list the states. */
export const claimStates = {
  verified: {
    label: 'Found in source',
    counted: 'found in source',
    meaning: 'Every name, quotation and number in the sentence is in the cited source.',
    tone: 'good',
  },
  repaired: {
    label: 'Citation moved',
    counted: 'found in source after the citation was moved',
    meaning: 'The sentence was found in other lines of the same file, and the citation was moved to them.',
    tone: 'good',
  },
  cited: {
    label: 'Cited',
    counted: 'cited',
    meaning: 'The citation is valid. The sentence has no name, quotation or number to look up.',
    tone: 'neutral',
  },
  partial: {
    label: 'Not all found',
    counted: 'not all found',
    meaning: 'Some names, quotations or numbers of the sentence are not in the cited source.',
    tone: 'warn',
  },
  unsupported: {
    label: 'Not found',
    counted: 'not found',
    meaning: 'The cited source does not contain what the sentence names, or shows something else.',
    tone: 'bad',
  },
  uncited: {
    label: 'No citation',
    counted: 'without citation',
    meaning: 'The sentence cites nothing to check.',
    tone: 'neutral',
  },
  gap: {
    label: 'What the source does not show',
    counted: 'the source does not show',
    meaning: 'The sentence states what the evidence does not contain.',
    tone: 'neutral',
  },
  pending: {
    label: 'Being checked',
    counted: 'being checked',
    meaning: 'The sentence has not been looked up yet.',
    tone: 'neutral',
  },
} as const satisfies Record<ClaimState, ClaimStateInfo>;

/** True if everything that the claim names was found in its original or repaired citation. */
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
  words: 'Wording',
  wording: 'Wording',
  negation: 'Negation',
  number: 'Numbers',
  repair: 'Moved citation',
  bound: 'Upper and lower bounds',
  opposite: 'Opposites',
  order: 'Order',
  call: 'Calls',
  count: 'Counts',
  author: 'Author',
  date: 'Date',
  origin: 'Changes of the commit',
  relation: 'Relationships',
  query: 'Query result',
  instructions: 'Instructions in the source',
};

/** The label of a check; an unknown check keeps the server's name. */
export function checkLabel(check: string): string {
  return checkLabels[check] ?? check;
}

/** A mark after a sentence of which something was not found. */
export interface ClaimMark {
  readonly state: ClaimState;
  readonly label: string;
}

/**
 * @param isModelWritten false for a composed answer, in which a sentence without citation is a heading or an introduction
 * @returns null for a claim without a mark
 */
export function findMark(
  { state, judgment }: Pick<Claim, 'state' | 'judgment'>,
  isModelWritten: boolean,
): ClaimMark | null {
  const { label } = claimStates[state];
  if (state === 'unsupported' || state === 'partial') return { state, label };
  if (judgment?.verdict === 'disputed') return { state: 'partial', label: `Disputed by ${judgment.model}` };
  return state === 'uncited' && isModelWritten ? { state, label } : null;
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

/** Formats counts as `2 found in source, 1 not all found`. */
export function formatStateCounts(counts: readonly StateCount[]): string {
  return counts.map(({ state, count }) => `${count} ${claimStates[state].counted}`).join(', ');
}
