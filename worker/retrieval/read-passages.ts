/**
 * Ranked chunks as they are shown: their lines, secrets masked. A chunk came with its text, so no file is read for it, but for one cut
 * within a line: a reader sees whole lines.
 */

import type { SpanPosition } from '../core/evidence.ts';
import { maskText } from '../core/mask-text.ts';
import type { SnapshotKey } from '../core/repository.ts';
import type { ChunkRow, ChunkStore } from '../ports/chunk-store.ts';
import { readSpans } from './read-spans.ts';

export interface Passage<Ranked> extends SpanPosition {
  readonly language: string;
  readonly text: string;
  readonly ranked: Ranked;
}

/** In their order; one whose lines are not there is left out. */
export async function readPassages<Ranked extends { readonly chunk: ChunkRow }>(
  chunkStore: Pick<ChunkStore, 'readFiles'>,
  key: SnapshotKey,
  ranked: readonly Ranked[],
): Promise<readonly Passage<Ranked>[]> {
  const cut = ranked.filter(({ chunk }) => chunk.sharesLine === true);
  const read = cut.length === 0 ? [] : await readSpans(chunkStore, key, cut.map(positionOf));
  const texts = new Map(read.map((span) => [span.ranked, span.text]));
  return ranked.flatMap((one) => {
    const text = one.chunk.sharesLine === true ? texts.get(one) : textOf(one.chunk);
    return text === undefined ? [] : [{ ...positionOf(one), language: one.chunk.language, text }];
  });
}

function textOf({ raw, masks, startOffset }: ChunkRow): string {
  return maskText(raw, masks, startOffset);
}

function positionOf<Ranked extends { readonly chunk: ChunkRow }>(
  ranked: Ranked,
): SpanPosition & { readonly ranked: Ranked } {
  const { path, startLine, endLine } = ranked.chunk;
  return { path, startLine, endLine, ranked };
}
