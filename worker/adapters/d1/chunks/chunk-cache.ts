/**
 * Caches decoded chunks: questions about one repository read the same chunks repeatedly, and decoding is most of the cost of a search.
 * A published snapshot never changes and its number is never reused, so no entry goes stale.
 */

import type { SnapshotKey } from '../../../core/repositories/repository.ts';
import type { ChunkRow } from '../../../ports/chunk-store.ts';

/** Maximum size. The isolate has 128 MB, and also contains grammars, the embedding model and running requests. */
const maxBytes = 12_000_000;
/** Size of a row without its strings, measured on rows of five repositories, metadata included. */
const rowBytes = 1_500;

/** Keyed by snapshot and chunk, least recently used first. */
const cache = new Map<string, { readonly chunk: ChunkRow; readonly bytes: number }>();
let bytes = 0;

export function cachedChunk(snapshotKey: SnapshotKey, key: number): ChunkRow | undefined {
  const entryKey = cacheKey(snapshotKey, key);
  const entry = cache.get(entryKey);
  if (entry === undefined) return undefined;
  cache.delete(entryKey);
  cache.set(entryKey, entry);
  return entry.chunk;
}

export function cacheChunk(snapshotKey: SnapshotKey, chunk: ChunkRow): void {
  const entryKey = cacheKey(snapshotKey, chunk.key);
  if (cache.has(entryKey)) return;
  const size = rowBytes + chunk.raw.length * 2;
  cache.set(entryKey, { chunk, bytes: size });
  bytes += size;
  for (const [oldest, { bytes: freed }] of cache) {
    if (bytes <= maxBytes) break;
    cache.delete(oldest);
    bytes -= freed;
  }
}

/** Empties the cache when a snapshot is removed, and between tests. */
export function clearChunkCache(): void {
  cache.clear();
  bytes = 0;
}

function cacheKey({ shard, snapshot, generation }: SnapshotKey, key: number): string {
  return `${shard} ${snapshot} ${generation} ${key}`;
}
