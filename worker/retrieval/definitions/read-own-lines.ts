/** Reads a definition's own lines from chunks, with secrets masked. */

import type { ChunkRow } from '../../ports/chunk-store.ts';
import { maskedChunkText } from '../search/find-phrases.ts';
import type { Definition } from './definition.ts';

/** @param chunks chunks of the file; lines that no chunk contains are omitted */
export function readOwnLines({ startLine, ownEndLine }: Definition, chunks: readonly ChunkRow[]): string[] {
  const lines = new Map<number, string>();
  const inOrder = chunks
    .filter((chunk) => chunk.startLine <= ownEndLine && chunk.endLine >= startLine)
    .toSorted((a, b) => a.startOffset - b.startOffset);
  for (const chunk of inOrder)
    for (const [index, text] of maskedChunkText(chunk).split('\n').entries()) {
      const line = chunk.startLine + index;
      // Two chunks may share a line.
      if (line >= startLine && line <= ownEndLine) lines.set(line, (lines.get(line) ?? '') + text);
    }
  return [...lines].toSorted(([a], [b]) => a - b).map(([, text]) => text);
}
