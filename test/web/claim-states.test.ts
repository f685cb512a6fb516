/** Why a claim is marked as it is, in words. */
import { expect, test } from 'vitest';
import { claimStateSchema } from '../../worker/contract/claim.ts';
import {
  claimStateOrder,
  countStates,
  summariseChecks,
} from '../../web/src/lib/features/ask/claim-states.ts';

const check = (name: string, passed: boolean) => ({ check: name, passed });

test('checks in a sentence', () => {
  expect(summariseChecks([])).toBe('No check has been reported for it.');
  expect(summariseChecks([check('quote', true)])).toBe('The one check passed.');
  expect(summariseChecks([check('quote', true), check('hash', true)])).toBe('All 2 checks passed.');
  expect(summariseChecks([check('number', false), check('number', false), check('hash', true)])).toBe(
    '2 of 3 checks failed: numbers.',
  );
  expect(summariseChecks([check('unheard-of', false)])).toBe('1 of 1 check failed: unheard-of.');
});

test('claims by state, in one order, none of those there are none of', () => {
  expect(countStates(['uncited', 'verified', 'verified'])).toEqual([
    { state: 'verified', count: 2 },
    { state: 'uncited', count: 1 },
  ]);
});

test('no state a claim can be in is left out of a count', () => {
  expect(claimStateOrder.toSorted()).toEqual(claimStateSchema.options.toSorted());
  expect(countStates(claimStateSchema.options).map(({ count }) => count)).toEqual(
    claimStateSchema.options.map(() => 1),
  );
  expect(claimStateOrder.at(-1)).toBe('pending');
});
