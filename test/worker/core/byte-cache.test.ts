import { expect, test } from 'vitest';
import { createByteCache, stringBytes } from '../../../worker/core/byte-cache.ts';

test('evicts the least recently used values only when the budget is exceeded', () => {
  const cache = createByteCache<string>(100);
  cache.set('first', 'one', 40);
  cache.set('second', 'two', 40);
  expect(cache.get('first')).toBe('one');
  cache.set('third', 'three', 40);
  expect(cache.get('second')).toBeUndefined();
  expect([cache.get('first'), cache.get('third')]).toEqual(['one', 'three']);
  expect(cache.bytes).toBe(80);
});

test('evicts several small values for a large one', () => {
  const cache = createByteCache<number>(100);
  for (let value = 0; value < 10; value += 1) cache.set(`small ${value}`, value, 10);
  cache.set('large', 11, 75);
  expect(cache.bytes).toBe(95);
  expect([cache.get('small 7'), cache.get('small 8'), cache.get('large')]).toEqual([undefined, 8, 11]);
});

test('never stores a value over the budget, and drops an older value of its key', () => {
  const cache = createByteCache<string>(100);
  cache.set('other', 'kept', 60);
  cache.set('key', 'small', 10);
  cache.set('key', 'huge', 101);
  expect(cache.get('key')).toBeUndefined();
  expect(cache.get('other')).toBe('kept');
  expect(cache.bytes).toBe(60);
});

test('counts a replaced value once, and nothing after it is cleared', () => {
  const cache = createByteCache<string>(100);
  cache.set('key', 'first', 30);
  cache.set('key', 'second', 50);
  expect(cache.get('key')).toBe('second');
  expect(cache.bytes).toBe(50);
  cache.clear();
  expect(cache.get('key')).toBeUndefined();
  expect(cache.bytes).toBe(0);
});

test('counts two bytes per character only outside Latin-1', () => {
  expect(stringBytes('naïve')).toBe(5);
  expect(stringBytes('naïve → plain')).toBe(26);
  expect(stringBytes('')).toBe(0);
});
