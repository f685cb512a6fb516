/**
 * Chunks read lately, kept as they were decoded: questions to one repository meet the same ones again and again, and decoding them is
 * most of what a search costs. A published state never changes, and its number is never given again, so nothing kept goes stale.
 */

import type { SnapshotKey } from '../../core/repository.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';

/** Bytes kept in an isolate of 128 MB, which also holds grammars, the embedding model and requests at work. */
const maxBytes = 12_000_000;
/** What a row costs beside its strings: measured on rows of five repositories, metadata included. */
const rowBytes = 1_500;

/** By state and key, those read longest ago first. */
const kept = new Map<string, { readonly chunk: ChunkRow; readonly bytes: number }>();
let bytes = 0;

export function keptChunk(state: SnapshotKey, key: number): ChunkRow | undefined {
  const name = nameOf(state, key);
  const found = kept.get(name);
  if (found === undefined) return undefined;
  kept.delete(name);
  kept.set(name, found);
  return found.chunk;
}

export function keepChunk(state: SnapshotKey, chunk: ChunkRow): void {
  const name = nameOf(state, chunk.key);
  if (kept.has(name)) return;
  const size = rowBytes + chunk.raw.length * 2;
  kept.set(name, { chunk, bytes: size });
  bytes += size;
  for (const [oldest, { bytes: freed }] of kept) {
    if (bytes <= maxBytes) break;
    kept.delete(oldest);
    bytes -= freed;
  }
}

/** Forgets all: what is removed is not kept, and tests begin anew. */
export function forgetChunks(): void {
  kept.clear();
  bytes = 0;
}

function nameOf({ shard, snapshot, generation }: SnapshotKey, key: number): string {
  return `${shard} ${snapshot} ${generation} ${key}`;
}
