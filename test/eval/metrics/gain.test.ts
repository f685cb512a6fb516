import { expect, it } from 'vitest';
import { normalisedGain } from './gain.ts';

it('is 1 where all that counts comes first', () => expect(normalisedGain([1, 2], 2, 10)).toBeCloseTo(1));

it('sinks by the logarithm of the rank', () => {
  expect(normalisedGain([3], 1, 10)).toBeCloseTo(0.5);
  expect(normalisedGain([1], 2, 10)).toBeCloseTo(1 / (1 + 1 / Math.log2(3)));
});

it('counts nothing below the cut, and expects no more than fits', () => {
  expect(normalisedGain([11], 1, 10)).toBe(0);
  expect(normalisedGain([1, 2], 5, 2)).toBeCloseTo(1);
});

it('is 0 where there is nothing to find', () => expect(normalisedGain([], 0, 10)).toBe(0));
