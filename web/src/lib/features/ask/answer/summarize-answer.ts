/**
 * Summarizes an answer in one line, which separates what was found from whether it answers, for screen readers too, and as a warning.
 * Pure. If a model was interrupted, its sentences are counted separately from those that were then composed from the index.
 */
import { composedHeading, countStates, isSupported, summarizeClaims, type Claim } from '../../../api.ts';
import { composerId, shortModelName } from '../../models/model-labels.ts';
import type { AnswerState } from './reduce-answer.ts';

type AnswerClaims = Pick<AnswerState, 'claims' | 'generation' | 'positions' | 'text' | 'metadata'>;

interface ClaimTally {
  /** Who wrote the claims. */
  readonly author: string;
  readonly counts: string;
}

/** The counts of an interrupted answer by author. Authors without claims are omitted. */
export function tallyInterrupted(answer: AnswerClaims): readonly ClaimTally[] {
  const [written, composed] = [writerClaims(answer), composedClaims(answer)];
  return [
    ...(written.length === 0 ? [] : [{ author: 'The model’s sentences', counts: countStates(written) }]),
    ...(composed.length === 0 ? [] : [{ author: composedHeading, counts: summarizeClaims(composed, false) }]),
  ];
}

/** The line above an answer: `8 quotations found · may not answer the question`. */
export function summarizeAnswer(answer: AnswerClaims & Pick<AnswerState, 'reading'>): string {
  const isUncertain = (answer.metadata?.confidence ?? answer.reading?.confidence) === 'low';
  const claims = writerClaims(answer);
  return `${summarizeFound(answer, claims)}${isUncertain ? ' · may not answer the question' : ''}`;
}

function summarizeFound(answer: AnswerClaims, claims: readonly Claim[]): string {
  if (isInterrupted(answer)) {
    if (claims.length === 0) return 'Interrupted before the first sentence';
    return `Interrupted after ${summarizeClaims(claims, true)}`;
  }
  return summarizeClaims(claims, isModelWritten(answer));
}

/** What a screen reader announces once the answer is complete. */
export function announceAnswer(answer: AnswerClaims & Pick<AnswerState, 'reading'>): string {
  if (!isInterrupted(answer)) return `Answer complete. ${summarizeAnswer(answer)}`;
  const parts = tallyInterrupted(answer).map(({ author, counts }) => `${author}: ${counts}.`);
  return ['Answer interrupted.', ...parts].join(' ');
}

/** The warning above an answer in which no claim was found. @returns undefined when no warning is due */
export function answerWarning(answer: AnswerClaims & Pick<AnswerState, 'reading'>): string | undefined {
  const claims = writerClaims(answer);
  const isTooBroad = (answer.metadata?.class ?? answer.reading?.class) === 'too-broad';
  const isDoubtful = claims.some(({ state }) => state === 'unsupported' || state === 'partial');
  const isInformative = claims.some(isSupported) || (!isDoubtful && claims.some(hasNothingToFind));
  if (isTooBroad || claims.length === 0 || isInformative) return undefined;
  const model = answer.generation?.model;
  // A refusal states what was searched, which needs no citation. The warning is about the sentences after it.
  const subject =
    answer.positions.refusalEnd > 0
      ? 'the further sentences'
      : isInterrupted(answer) && model
        ? `the sentences that ${shortModelName(model)} wrote before it was interrupted`
        : 'the sentences in this answer';
  return `None of ${subject} was found in the repository.`;
}

function hasNothingToFind({ state }: Claim): boolean {
  return state === 'cited' || state === 'gap';
}

/** True if a model wrote the answer, or its beginning. */
export function isModelWritten({
  generation,
  metadata,
}: Pick<AnswerState, 'generation' | 'metadata'>): boolean {
  const answerer = metadata?.answerer ?? generation?.model ?? composerId;
  return answerer !== composerId;
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
function findComposedStart({ claims, generation, positions, text }: AnswerClaims): number {
  const heading = text.lastIndexOf(`### ${composedHeading}\n`);
  if (generation?.isCutOff !== true || heading < 0) return claims.length;
  const start = claims.findIndex(({ id }) => (positions.spans[id]?.start ?? -1) > heading);
  return start < 0 ? claims.length : start;
}

export function isInterrupted({ generation }: Pick<AnswerState, 'generation'>): boolean {
  return generation?.isCutOff === true;
}
