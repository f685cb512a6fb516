/** The state cache has one budget for all objects. */
import { expect, it } from 'vitest';
import { createStateCache } from '../../../../worker/objects/vector-shard/state-cache.ts';
import {
  packEntries,
  unpackEntries,
  type StateEntries,
} from '../../../../worker/objects/vector-shard/state-entries.ts';

const entries = (count: number): StateEntries =>
  unpackEntries([
    packEntries(
      Array.from({ length: count }, (_, key) => ({
        key,
        path: `${key}.py`,
        modality: 'code' as const,
        row: key,
      })),
    ),
  ]);
/** Measures the bytes of a cache with one entry. */
const measureSize = (state: StateEntries): number => {
  const cache = createStateCache(1_000_000);
  cache.set('a', '1', state);
  return cache.bytes;
};
const state = entries(100);
const size = measureSize(state);

it('counts the columns and the paths of a state', () => {
  expect(size).toBeGreaterThan(100 * (8 + 4 + 4 + 4 + 1));
  expect(measureSize(entries(200))).toBeGreaterThan(1.9 * size);
});

it('evicts the least recently used states of any object, and never exceeds its budget', () => {
  const cache = createStateCache(3 * size);
  for (const object of ['a', 'b', 'c']) cache.set(object, '1', state);
  cache.get('a', '1');
  cache.set('d', '1', state);
  expect(cache.bytes).toBe(3 * size);
  expect(cache.get('b', '1')).toBeUndefined();
  expect(cache.get('a', '1')).toBe(state);
});

it('counts a replaced state once, and does not cache one larger than the budget', () => {
  const cache = createStateCache(2 * size);
  for (let time = 0; time < 3; time += 1) cache.set('a', '1', state);
  cache.set('a', '2', entries(1_000));
  expect(cache.bytes).toBe(size);
  expect(cache.get('a', '2')).toBeUndefined();
});

it('drops only the states of one object', () => {
  const cache = createStateCache(10 * size);
  for (const object of ['a', 'ab']) for (const name of ['1', '2']) cache.set(object, name, state);
  cache.drop('a');
  expect(cache.get('a', '1')).toBeUndefined();
  expect(cache.get('ab', '2')).toBe(state);
  expect(cache.bytes).toBe(2 * size);
});
