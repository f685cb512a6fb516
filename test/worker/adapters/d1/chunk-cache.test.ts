import { beforeEach, expect, test } from 'vitest';
import { forgetChunks, keepChunk, keptChunk } from '../../../../worker/adapters/d1/chunk-cache.ts';
import type { ChunkRow } from '../../../../worker/ports/chunk-store.ts';

const state = { shard: 0, snapshot: 3, generation: 1 };
const chunk = (key: number, raw = 'text') => ({ key, raw }) as ChunkRow;
beforeEach(forgetChunks);

test('gives back what was read, of its own state alone', () => {
  const read = chunk(7);
  keepChunk(state, read);
  expect(keptChunk(state, 7)).toBe(read);
  expect(keptChunk({ ...state, generation: 2 }, 7)).toBeUndefined();
  expect(keptChunk({ ...state, shard: 1 }, 7)).toBeUndefined();
  expect(keptChunk(state, 8)).toBeUndefined();
});

test('forgets what was read longest ago once there is too much, and nothing before', () => {
  const long = 'x'.repeat(1_000_000);
  for (let key = 0; key < 5; key += 1) keepChunk(state, chunk(key, long));
  expect(keptChunk(state, 0)?.key).toBe(0);
  keepChunk(state, chunk(5, long));
  keepChunk(state, chunk(6, long));
  expect(keptChunk(state, 0)?.key).toBe(0);
  expect(keptChunk(state, 1)).toBeUndefined();
  expect(keptChunk(state, 6)?.key).toBe(6);
});
