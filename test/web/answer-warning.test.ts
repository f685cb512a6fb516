/** Which claims are their writer's own, and what is said where none of them holds. */
import { expect, test } from 'vitest';
import type { ClaimState } from '../../web/src/lib/api.ts';
import { answerWarning } from '../../web/src/lib/features/ask/answer-warning.ts';
import { emptyAnswer, type AnswerState } from '../../web/src/lib/features/ask/reduce-answer.ts';
import { nothingTold } from '../../web/src/lib/features/ask/told-text.ts';
import { writtenClaims } from '../../web/src/lib/features/ask/written-claims.ts';
import { wireClaim, wireGeneration } from '../support/wire-claims.ts';

const answer = (states: readonly ClaimState[], more: Partial<AnswerState> = {}): AnswerState => ({
  ...emptyAnswer,
  claims: states.map(wireClaim),
  generation: wireGeneration,
  ...more,
});
const brokenOff: Partial<AnswerState> = {
  generation: { ...wireGeneration, isCutOff: true },
  told: { ...nothingTold, headings: { c1: ['Composed from the index'] } },
};

test('what was composed after a model broke off is not the model’s', () => {
  expect(writtenClaims(answer(['partial', 'verified'], brokenOff)).map(({ id }) => id)).toEqual(['c0']);
  const headed = { told: brokenOff.told ?? nothingTold };
  expect(writtenClaims(answer(['partial', 'verified'], headed))).toHaveLength(2);
  expect(writtenClaims(answer(['partial', 'verified'], { ...brokenOff, told: nothingTold }))).toHaveLength(2);
});

test('one claim that holds is enough', () => {
  expect(answerWarning(answer(['unsupported', 'repaired', 'uncited']))).toBeUndefined();
  expect(answerWarning(answer([]))).toBeUndefined();
});

test('what is said besides a refusal is warned of like any other', () => {
  const refused = {
    told: { ...nothingTold, refusal: 9 },
    metadata: { refused: true } as AnswerState['metadata'],
  };
  expect(answerWarning(answer([], refused))).toBeUndefined();
  expect(answerWarning(answer(['uncited'], refused))).toBe(
    'None of what is said besides could be checked against the repository.',
  );
});

test('where none holds it is said, and of whom', () => {
  expect(answerWarning(answer(['unsupported', 'partial', 'uncited']))).toBe(
    'None of what this answer says could be checked against the repository.',
  );
  expect(answerWarning(answer(['unsupported', 'verified'], brokenOff))).toBe(
    'None of what demo wrote before it broke off could be checked against the repository.',
  );
});
