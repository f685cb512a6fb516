import { beforeEach, expect, test } from 'vitest';
import {
  clearChunkCache,
  cacheChunk,
  cachedChunk,
} from '../../../../../worker/adapters/d1/chunks/chunk-cache.ts';
import type { ChunkRow } from '../../../../../worker/ports/chunk-store.ts';

const state = { shard: 0, snapshot: 3, generation: 1 };
const chunk = (key: number, raw = 'text') => ({ key, raw }) as ChunkRow;
beforeEach(clearChunkCache);

test('returns cached chunks of the same snapshot only', () => {
  const read = chunk(7);
  cacheChunk(state, read);
  expect(cachedChunk(state, 7)).toBe(read);
  expect(cachedChunk({ ...state, generation: 2 }, 7)).toBeUndefined();
  expect(cachedChunk({ ...state, shard: 1 }, 7)).toBeUndefined();
  expect(cachedChunk(state, 8)).toBeUndefined();
});

test('evicts the least recently used chunks only when the cache is full', () => {
  const long = 'x'.repeat(1_000_000);
  for (let key = 0; key < 5; key += 1) cacheChunk(state, chunk(key, long));
  expect(cachedChunk(state, 0)?.key).toBe(0);
  cacheChunk(state, chunk(5, long));
  cacheChunk(state, chunk(6, long));
  expect(cachedChunk(state, 0)?.key).toBe(0);
  expect(cachedChunk(state, 1)).toBeUndefined();
  expect(cachedChunk(state, 6)?.key).toBe(6);
});
