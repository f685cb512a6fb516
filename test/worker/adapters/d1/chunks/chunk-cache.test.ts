import { beforeEach, expect, test } from 'vitest';
import {
  clearChunkCache,
  cacheChunk,
  cachedChunk,
} from '../../../../../worker/adapters/d1/chunks/chunk-cache.ts';
import type { ChunkRow } from '../../../../../worker/ports/chunk-store.ts';

const snapshotKey = { shard: 0, snapshot: 3, generation: 1 };
const chunk = (key: number, raw = 'text') => ({ key, raw }) as ChunkRow;
beforeEach(clearChunkCache);

test('returns cached chunks of the same snapshot only', () => {
  const cachedRow = chunk(7);
  cacheChunk(snapshotKey, cachedRow);
  expect(cachedChunk(snapshotKey, 7)).toBe(cachedRow);
  expect(cachedChunk({ ...snapshotKey, generation: 2 }, 7)).toBeUndefined();
  expect(cachedChunk({ ...snapshotKey, shard: 1 }, 7)).toBeUndefined();
  expect(cachedChunk(snapshotKey, 8)).toBeUndefined();
});

test('evicts the least recently used chunks only when the cache is full', () => {
  const long = 'x'.repeat(1_000_000);
  for (let key = 0; key < 5; key += 1) cacheChunk(snapshotKey, chunk(key, long));
  expect(cachedChunk(snapshotKey, 0)?.key).toBe(0);
  cacheChunk(snapshotKey, chunk(5, long));
  cacheChunk(snapshotKey, chunk(6, long));
  expect(cachedChunk(snapshotKey, 0)?.key).toBe(0);
  expect(cachedChunk(snapshotKey, 1)).toBeUndefined();
  expect(cachedChunk(snapshotKey, 6)?.key).toBe(6);
});
