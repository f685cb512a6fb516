/** Reads ranked chunks as passages with secrets masked. Reads a file only for chunks that begin or end within a line. */

import type { SpanPosition } from '../../core/answers/evidence.ts';
import { maskedChunkText } from './find-phrases.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { ChunkRow, ChunkStore } from '../../ports/chunk-store.ts';
import { readSpans } from './read-spans.ts';

export interface Passage<Ranked> extends SpanPosition {
  readonly language: string;
  readonly text: string;
  readonly ranked: Ranked;
}

/** Reads passages in order and skips those whose lines do not exist. */
export async function readPassages<Ranked extends { readonly chunk: ChunkRow }>(
  chunkStore: Pick<ChunkStore, 'readFiles'>,
  key: SnapshotKey,
  ranked: readonly Ranked[],
): Promise<readonly Passage<Ranked>[]> {
  const sharingLine = ranked.filter(({ chunk }) => chunk.sharesLine === true);
  const spans = sharingLine.length === 0 ? [] : await readSpans(chunkStore, key, sharingLine.map(toPosition));
  const texts = new Map(spans.map((span) => [span.ranked, span.text]));
  return ranked.flatMap((rankedChunk) => {
    const text =
      rankedChunk.chunk.sharesLine === true ? texts.get(rankedChunk) : maskedChunkText(rankedChunk.chunk);
    return text === undefined
      ? []
      : [{ ...toPosition(rankedChunk), language: rankedChunk.chunk.language, text }];
  });
}

function toPosition<Ranked extends { readonly chunk: ChunkRow }>(
  ranked: Ranked,
): SpanPosition & { readonly ranked: Ranked } {
  const { path, startLine, endLine } = ranked.chunk;
  return { path, startLine, endLine, ranked };
}
