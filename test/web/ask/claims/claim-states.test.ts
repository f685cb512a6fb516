/** Every state of the contract has words, and only sentences of which something was not found have a mark. */
import { expect, test } from 'vitest';
import { claimSchema } from '../../../../worker/contract/answers/claim.ts';
import { claimStateOrder } from '../../../../web/src/lib/features/ask/claims/claim-meanings.ts';
import { checkLabel } from '../../../../web/src/lib/features/ask/claims/claim-states.ts';
import { findMark } from '../../../../web/src/lib/features/ask/claims/find-mark.ts';

const states = claimSchema.shape.state.options;
const markedStates = (isModelWritten: boolean): readonly string[] =>
  states.filter((state) => findMark({ state }, isModelWritten) !== null);
const judge = (verdict: 'confirmed' | 'disputed') => ({ verdict, model: 'groq/big' });

test('lists every state of the contract, those being checked last', () => {
  expect(claimStateOrder.toSorted()).toEqual(states.toSorted());
  expect(claimStateOrder.at(-1)).toBe('pending');
});

test('marks a sentence only if something was not found, or a model cites nothing', () => {
  expect(markedStates(true).toSorted()).toEqual(['partial', 'uncited', 'unsupported']);
  expect(markedStates(false).toSorted()).toEqual(['partial', 'unsupported']);
});

test('marks a sentence that a judging model disputes, with the name of the model', () => {
  expect(findMark({ state: 'verified', judgment: judge('disputed') }, true)).toEqual({
    state: 'partial',
    label: 'Disputed by groq/big',
  });
  expect(findMark({ state: 'verified', judgment: judge('confirmed') }, true)).toBeNull();
  // What was not found weighs more than what a model says.
  expect(findMark({ state: 'unsupported', judgment: judge('disputed') }, true)).toEqual({
    state: 'unsupported',
    label: 'Not found',
  });
});

test('keeps the name of an unknown check', () => {
  expect(checkLabel('quote')).toBe('Quotation');
  expect(checkLabel('unheard-of')).toBe('unheard-of');
});
