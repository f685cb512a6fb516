import { expect, it } from 'vitest';
import { bootstrapMean } from './bootstrap.ts';

const alternating = Array.from({ length: 100 }, (_, index) => index % 2);

it('returns an interval as wide as the standard error predicts', () => {
  const { low, high } = bootstrapMean([alternating]);
  expect(low).toBeGreaterThan(0.37);
  expect(low).toBeLessThan(0.44);
  expect(high).toBeGreaterThan(0.56);
  expect(high).toBeLessThan(0.63);
});

it('returns the same interval for the same values', () =>
  expect(bootstrapMean([alternating])).toEqual(bootstrapMean([alternating])));

it('resamples within groups, so that a difference between groups does not widen the interval', () => {
  const groups = [Array.from({ length: 50 }, () => 0), Array.from({ length: 50 }, () => 1)];
  expect(bootstrapMean(groups)).toEqual({ low: 0.5, high: 0.5 });
});

it('returns NaN without values', () => expect(bootstrapMean([[]]).low).toBeNaN());
