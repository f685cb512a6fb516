/**
 * Caches how many chunks contain each term: to count the chunks of a frequent term, the database reads all its postings, and questions about one
 * repository share their frequent words. A published snapshot never changes, so no entry goes stale.
 */

import { createByteCache, stringBytes } from '../../core/byte-cache.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';

/** Counts of about 6,000 terms. */
const maxBytes = 800_000;
/** Size of an entry without the characters of its key. */
const entryBytes = 110;

const cache = createByteCache<number>(maxBytes);

/** @returns the number of chunks, 0 if none contains the term, or undefined if it is unknown */
export function cachedFrequency(key: SnapshotKey, term: string): number | undefined {
  return cache.get(cacheKey(key, term));
}

export function cacheFrequency(key: SnapshotKey, term: string, chunks: number): void {
  const name = cacheKey(key, term);
  cache.set(name, chunks, entryBytes + stringBytes(name));
}

/** Empties the cache when a snapshot is removed, and between tests. */
export function clearFrequencies(): void {
  cache.clear();
}

function cacheKey({ shard, snapshot, generation }: SnapshotKey, term: string): string {
  return `${shard} ${snapshot} ${generation} ${term}`;
}
