import { expect, it } from 'vitest';
import { bootstrapMean } from './bootstrap.ts';

const half = Array.from({ length: 100 }, (_, index) => index % 2);

it('lies around the mean, as wide as its standard error says', () => {
  const { low, high } = bootstrapMean([half]);
  expect(low).toBeGreaterThan(0.37);
  expect(low).toBeLessThan(0.44);
  expect(high).toBeGreaterThan(0.56);
  expect(high).toBeLessThan(0.63);
});

it('is the same each time', () => expect(bootstrapMean([half])).toEqual(bootstrapMean([half])));

it('draws within a group, so that groups that differ only from each other leave no doubt', () => {
  const groups = [Array.from({ length: 50 }, () => 0), Array.from({ length: 50 }, () => 1)];
  expect(bootstrapMean(groups)).toEqual({ low: 0.5, high: 0.5 });
});

it('says nothing of nothing', () => expect(bootstrapMean([[]]).low).toBeNaN());
