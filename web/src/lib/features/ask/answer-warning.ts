/** What a reader must know of an answer before reading it: that nothing of what its writer says holds. Pure. */
import { shortModelName } from '../models/model-words.ts';
import { isBorneOut } from './claim-states.ts';
import type { AnswerState } from './reduce-answer.ts';
import { writtenClaims } from './written-claims.ts';

/** @returns undefined where a claim of it was borne out, or there is none to bear out */
export function answerWarning(
  answer: Pick<AnswerState, 'claims' | 'generation' | 'metadata' | 'reading' | 'told'>,
): string | undefined {
  const written = writtenClaims(answer);
  const tooBroad = (answer.metadata?.class ?? answer.reading?.class) === 'too-broad';
  if (tooBroad || written.length === 0 || written.some(isBorneOut)) return undefined;
  const model = answer.generation?.model;
  // Of a refusal its own words are what was searched: what is said besides is meant.
  const says =
    answer.told.refusal > 0
      ? 'is said besides'
      : answer.generation?.isCutOff === true && model
        ? `${shortModelName(model)} wrote before it broke off`
        : 'this answer says';
  return `None of what ${says} could be checked against the repository.`;
}
