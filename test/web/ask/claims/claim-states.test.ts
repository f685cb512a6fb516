/** Checks are summarized in a sentence, and claims are counted by state. */
import { expect, test } from 'vitest';
import { claimSchema } from '../../../../worker/contract/answers/claim.ts';
import {
  claimStateOrder,
  countStates,
  summarizeChecks,
} from '../../../../web/src/lib/features/ask/claims/claim-states.ts';

const check = (name: string, passed: boolean) => ({ check: name, passed });

test('summarizes checks in a sentence', () => {
  expect(summarizeChecks([])).toBe('No checks were reported for this claim.');
  expect(summarizeChecks([check('quote', true)])).toBe('The one check passed.');
  expect(summarizeChecks([check('quote', true), check('hash', true)])).toBe('All 2 checks passed.');
  expect(summarizeChecks([check('number', false), check('number', false), check('hash', true)])).toBe(
    '2 of 3 checks failed: numbers.',
  );
  expect(summarizeChecks([check('unheard-of', false)])).toBe('1 of 1 check failed: unheard-of.');
});

test('counts claims by state in a fixed order, without empty states', () => {
  expect(countStates(['uncited', 'verified', 'verified'])).toEqual([
    { state: 'verified', count: 2 },
    { state: 'uncited', count: 1 },
  ]);
});

test('counts every state of the contract', () => {
  expect(claimStateOrder.toSorted()).toEqual(claimSchema.shape.state.options.toSorted());
  expect(countStates(claimSchema.shape.state.options).map(({ count }) => count)).toEqual(
    claimSchema.shape.state.options.map(() => 1),
  );
  expect(claimStateOrder.at(-1)).toBe('pending');
});
