/**
 * What an answer amounts to, in words: over its claims, below them, and for a person who sees neither. All three are made here of the same
 * counts, so that they cannot differ: of a model that broke off its own claims apart from what was composed from the index after them. Pure.
 */
import { composedHeading } from '../../api.ts';
import { countStates, isBorneOut, summariseStates, wordsOfStates, type StateCount } from './claim-states.ts';
import type { AnswerState } from './reduce-answer.ts';
import { composedClaims, writtenClaims } from './written-claims.ts';

type Told = Pick<AnswerState, 'claims' | 'generation' | 'told'>;

interface ClaimTally {
  /** Whose they are; undefined where all are of one hand. */
  readonly of: string | undefined;
  readonly counts: readonly StateCount[];
}

/** Claims by state, and by who made them; without those there are none of. */
export function tallyClaims(answer: Told): readonly ClaimTally[] {
  const isBroken = isBrokenOff(answer);
  const parts = [
    { of: isBroken ? 'The model’s' : undefined, claims: writtenClaims(answer) },
    { of: composedHeading, claims: composedClaims(answer) },
  ];
  return parts
    .filter(({ claims }) => claims.length > 0)
    .map(({ of, claims }) => ({ of, counts: countStates(claims.map(({ state }) => state)) }));
}

/** In a line over the claims: `2 of 3 verified`; of a model that broke off what holds of its own. */
export function headVerdict(answer: Told): string {
  const written = writtenClaims(answer);
  const verified = written.filter(isBorneOut).length;
  const moved = written.filter(({ state }) => state === 'repaired').length;
  const repaired = moved === 0 ? '' : ` (${moved} repaired)`;
  if (!isBrokenOff(answer)) return `${verified} of ${written.length} verified${repaired}`;
  if (written.length === 0) return 'Broken off before its first claim';
  return `Broken off: ${verified} of its ${written.length === 1 ? '1 claim' : `${written.length} claims`} verified${repaired}`;
}

/** The same as below the claims, as it is read out once the answer is there. */
export function spokenVerdict(answer: Told): string {
  if (!isBrokenOff(answer))
    return `Answer complete. ${summariseStates(answer.claims.map(({ state }) => state))}`;
  const parts = tallyClaims(answer).map(({ of, counts }) => `${of ?? ''}: ${wordsOfStates(counts)}.`);
  return ['Answer broken off.', ...parts].join(' ');
}

function isBrokenOff({ generation }: Told): boolean {
  return generation?.isCutOff === true;
}
