/**
 * Summarizes the claims of an answer: above them, below them, for screen readers, and as a warning. Pure. All four use the same counts.
 * If a model was interrupted, its claims are counted separately from the claims that were then composed from the index.
 */
import { composedHeading, type Claim } from '../../../api.ts';
import { shortModelName } from '../../models/model-labels.ts';
import {
  countStates,
  formatStateCounts,
  isSupported,
  summarizeStates,
  type StateCount,
} from '../claims/claim-states.ts';
import type { AnswerState } from './reduce-answer.ts';

type AnswerClaims = Pick<AnswerState, 'claims' | 'generation' | 'positions'>;

interface ClaimTally {
  /** Who wrote the claims; undefined where all have one author. */
  readonly author: string | undefined;
  readonly counts: readonly StateCount[];
}

/** Counts claims by author and state. Authors and states without claims are omitted. */
export function tallyClaims(answer: AnswerClaims): readonly ClaimTally[] {
  const parts = [
    { author: isInterrupted(answer) ? 'The model’s claims' : undefined, claims: writerClaims(answer) },
    { author: composedHeading, claims: composedClaims(answer) },
  ];
  return parts
    .filter(({ claims }) => claims.length > 0)
    .map(({ author, claims }) => ({ author, counts: countStates(claims.map(({ state }) => state)) }));
}

/** The line above the claims: `2 of 3 verified`. For an interrupted model it counts only the model's claims. */
export function summarizeClaims(answer: AnswerClaims): string {
  const claims = writerClaims(answer);
  const verifiedCount = claims.filter(isSupported).length;
  const repairedCount = claims.filter(({ state }) => state === 'repaired').length;
  const repairedNote = repairedCount === 0 ? '' : ` (${repairedCount} repaired)`;
  if (!isInterrupted(answer)) return `${verifiedCount} of ${claims.length} verified${repairedNote}`;
  if (claims.length === 0) return 'Interrupted before the first claim';
  return `Interrupted: ${verifiedCount} of ${claims.length === 1 ? '1 claim' : `${claims.length} claims`} verified${repairedNote}`;
}

/** What a screen reader announces once the answer is complete. */
export function announceAnswer(answer: AnswerClaims): string {
  if (!isInterrupted(answer))
    return `Answer complete. ${summarizeStates(answer.claims.map(({ state }) => state))}`;
  const parts = tallyClaims(answer).map(
    ({ author, counts }) => `${author ?? ''}: ${formatStateCounts(counts)}.`,
  );
  return ['Answer interrupted.', ...parts].join(' ');
}

/** The warning above an answer without a supported claim. @returns undefined when no warning is due */
export function answerWarning(
  answer: Pick<AnswerState, 'claims' | 'generation' | 'metadata' | 'reading' | 'positions'>,
): string | undefined {
  const claims = writerClaims(answer);
  const isTooBroad = (answer.metadata?.class ?? answer.reading?.class) === 'too-broad';
  if (isTooBroad || claims.length === 0 || claims.some(isSupported)) return undefined;
  const model = answer.generation?.model;
  // A refusal states what was searched, which needs no citation. The warning is about the claims after it.
  const subject =
    answer.positions.refusalEnd > 0
      ? 'the further claims'
      : isInterrupted(answer) && model
        ? `the claims that ${shortModelName(model)} wrote before it was interrupted`
        : 'the claims in this answer';
  return `None of ${subject} could be verified against the repository.`;
}

/** The claims of the answer's writer, which is a model or the index. */
export function writerClaims(answer: AnswerClaims): readonly Claim[] {
  return answer.claims.slice(0, findComposedStart(answer));
}

/** The claims that were composed from the index after a model was interrupted. */
function composedClaims(answer: AnswerClaims): readonly Claim[] {
  return answer.claims.slice(findComposedStart(answer));
}

/** Returns the index of the claim below the server's heading. The last such heading is the server's, since a model may write the same words. */
function findComposedStart({ claims, generation, positions }: AnswerClaims): number {
  if (generation?.isCutOff !== true) return claims.length;
  const start = claims.findLastIndex(({ id }) => positions.headings[id]?.includes(composedHeading) === true);
  return start < 0 ? claims.length : start;
}

function isInterrupted({ generation }: Pick<AnswerState, 'generation'>): boolean {
  return generation?.isCutOff === true;
}
