import { expect, it } from 'vitest';
import { bootstrapMean } from './bootstrap.ts';

const half = Array.from({ length: 100 }, (_, index) => index % 2);

it('surrounds the mean with the width that the standard error predicts', () => {
  const { low, high } = bootstrapMean([half]);
  expect(low).toBeGreaterThan(0.37);
  expect(low).toBeLessThan(0.44);
  expect(high).toBeGreaterThan(0.56);
  expect(high).toBeLessThan(0.63);
});

it('is deterministic', () => expect(bootstrapMean([half])).toEqual(bootstrapMean([half])));

it('resamples within groups, so a difference between groups adds no width', () => {
  const groups = [Array.from({ length: 50 }, () => 0), Array.from({ length: 50 }, () => 1)];
  expect(bootstrapMean(groups)).toEqual({ low: 0.5, high: 0.5 });
});

it('returns NaN without values', () => expect(bootstrapMean([[]]).low).toBeNaN());
