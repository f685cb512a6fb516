/** The first pieces of the document that opens a repository. */

import type { SnapshotKey } from '../core/repository.ts';
import type { ChunkRow, ChunkStore, FileRow } from '../ports/chunk-store.ts';

/** Lines of a README that tell what a repository is. */
const openingLines = 60;

/** @param document undefined where the repository holds nothing */
export async function openingChunks(
  chunkStore: Pick<ChunkStore, 'chunksAt'>,
  key: SnapshotKey,
  document: FileRow | undefined,
): Promise<readonly ChunkRow[]> {
  if (document === undefined) return [];
  const lines = Array.from({ length: Math.min(document.lines, openingLines) }, (_, index) => index + 1);
  return chunkStore.chunksAt(
    key,
    lines.map((line) => ({ path: document.path, line })),
  );
}
