import { expect, it } from 'vitest';
import { computeNormalizedGain } from './gain.ts';

it('is 1 if all relevant items come first', () =>
  expect(computeNormalizedGain([1, 2], 2, 10)).toBeCloseTo(1));

it('falls with the logarithm of the rank', () => {
  expect(computeNormalizedGain([3], 1, 10)).toBeCloseTo(0.5);
  expect(computeNormalizedGain([1], 2, 10)).toBeCloseTo(1 / (1 + 1 / Math.log2(3)));
});

it('ignores ranks after the cutoff, and expects no more items than the cutoff', () => {
  expect(computeNormalizedGain([11], 1, 10)).toBe(0);
  expect(computeNormalizedGain([1, 2], 5, 2)).toBeCloseTo(1);
});

it('is 0 without relevant items', () => expect(computeNormalizedGain([], 0, 10)).toBe(0));
