import { beforeEach, expect, test } from 'vitest';
import {
  clearChunkCache,
  cacheChunk,
  cachedChunk,
} from '../../../../../worker/adapters/d1/chunks/chunk-cache.ts';
import { toChunkRow, type ChunkRecord } from '../../../../../worker/adapters/d1/chunks/chunk-record.ts';

const snapshotKey = { shard: 0, snapshot: 3, generation: 1 };
const record = (key: number, raw = 'text'): ChunkRecord => ({
  key,
  path: 'source/pool.ts',
  role: 'source',
  package: null,
  file_rank: 0.5,
  language: 'typescript',
  lines: 40,
  file_hash: 'f'.repeat(64),
  ordinal: 1,
  start_line: 3,
  end_line: 9,
  start_offset: 20,
  kind: 'function',
  symbol: 'openPool',
  metadata: '{"defines":["openPool"],"complexity":2}',
  masks: null,
  raw,
  chunk_hash: 'c'.repeat(64),
  shares_line: 0,
});
beforeEach(clearChunkCache);

test('returns cached chunks of the same snapshot only', () => {
  cacheChunk(snapshotKey, record(7));
  expect(cachedChunk(snapshotKey, 7)?.key).toBe(7);
  expect(cachedChunk({ ...snapshotKey, generation: 2 }, 7)).toBeUndefined();
  expect(cachedChunk({ ...snapshotKey, snapshot: 4 }, 7)).toBeUndefined();
  expect(cachedChunk({ ...snapshotKey, shard: 1 }, 7)).toBeUndefined();
  expect(cachedChunk(snapshotKey, 8)).toBeUndefined();
});

test('a cached row becomes the same chunk as the row that was read', () => {
  const read = record(7, 'export function openPool() {}\n');
  cacheChunk(snapshotKey, read);
  const cached = cachedChunk(snapshotKey, 7);
  expect(cached && toChunkRow(cached)).toEqual(toChunkRow(read));
});

test('evicts the least recently used chunks only when the cache is full', () => {
  const long = 'x'.repeat(2_500_000);
  for (let key = 0; key < 5; key += 1) cacheChunk(snapshotKey, record(key, long));
  expect(cachedChunk(snapshotKey, 0)?.key).toBe(0);
  cacheChunk(snapshotKey, record(5, long));
  cacheChunk(snapshotKey, record(6, long));
  expect(cachedChunk(snapshotKey, 0)?.key).toBe(0);
  expect(cachedChunk(snapshotKey, 1)).toBeUndefined();
  expect(cachedChunk(snapshotKey, 6)?.key).toBe(6);
});
