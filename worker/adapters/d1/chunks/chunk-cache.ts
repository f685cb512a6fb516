/**
 * Caches the rows of chunks: questions about one repository read the same chunks repeatedly. Metadata stays JSON, because parsing it again takes
 * a microsecond and the parsed objects take several times as much memory. A published snapshot never changes and its number is never reused, so
 * no entry goes stale.
 */

import { createByteCache, stringBytes } from '../../../core/byte-cache.ts';
import type { SnapshotKey } from '../../../core/repositories/repository.ts';
import type { ChunkRecord } from './chunk-record.ts';

/** Maximum size. The isolate has 128 MB, and also contains grammars, the embedding model and running requests. */
const maxBytes = 15_000_000;
/** Size of a row, its key and its entry without the texts, measured on 6,000 rows. */
const rowBytes = 530;
/** Maximum number of strings that rows share. All of them are forgotten when there are more. */
const maxShared = 5_000;

const cache = createByteCache<ChunkRecord>(maxBytes);
/** Strings that the chunks of a file have in common. Each row from the database has a copy of its own. */
const shared = new Map<string, string>();

export function cachedChunk(snapshotKey: SnapshotKey, key: number): ChunkRecord | undefined {
  return cache.get(cacheKey(snapshotKey, key));
}

/** @param record a row whose text was compared with its hash */
export function cacheChunk(snapshotKey: SnapshotKey, record: ChunkRecord): void {
  const { raw, metadata, symbol, masks } = record;
  const ownTexts = [raw, metadata, symbol ?? '', masks ?? ''];
  const size = ownTexts.reduce((sum, text) => sum + stringBytes(text), rowBytes);
  cache.set(cacheKey(snapshotKey, record.key), shareStrings(record), size);
}

/** Empties the cache when a snapshot is removed, and between tests. */
export function clearChunkCache(): void {
  cache.clear();
  shared.clear();
}

function shareStrings(record: ChunkRecord): ChunkRecord {
  return {
    ...record,
    path: share(record.path),
    role: share(record.role),
    package: record.package === null ? null : share(record.package),
    language: share(record.language),
    file_hash: share(record.file_hash),
    kind: share(record.kind),
    // Compared already, and not read again.
    chunk_hash: '',
  };
}

function share<Text extends string>(text: Text): Text {
  const known = shared.get(text);
  // The map's values equal its keys.
  if (known !== undefined) return known as Text;
  if (shared.size >= maxShared) shared.clear();
  shared.set(text, text);
  return text;
}

function cacheKey({ shard, snapshot, generation }: SnapshotKey, key: number): string {
  return `${shard} ${snapshot} ${generation} ${key}`;
}
