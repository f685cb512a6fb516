import { expect, it } from 'vitest';
import { normalizedGain } from './gain.ts';

it('is 1 if all relevant items come first', () => expect(normalizedGain([1, 2], 2, 10)).toBeCloseTo(1));

it('falls with the logarithm of the rank', () => {
  expect(normalizedGain([3], 1, 10)).toBeCloseTo(0.5);
  expect(normalizedGain([1], 2, 10)).toBeCloseTo(1 / (1 + 1 / Math.log2(3)));
});

it('ignores ranks below the cut, and expects no more items than the cut', () => {
  expect(normalizedGain([11], 1, 10)).toBe(0);
  expect(normalizedGain([1, 2], 5, 2)).toBeCloseTo(1);
});

it('is 0 without relevant items', () => expect(normalizedGain([], 0, 10)).toBe(0));
