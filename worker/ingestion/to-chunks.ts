/** Pieces to chunks: numbered, with their lines and text, described by whoever knows what the text means. */

import type { Chunk } from '../core/chunk.ts';
import { boundDescription } from './bound-description.ts';
import type { MeasuredText } from './measured-text.ts';
import type { Piece } from './piece.ts';

export type Describe = (piece: Piece) => Pick<Chunk, 'symbol' | 'metadata'>;

export function toChunks(pieces: readonly Piece[], measured: MeasuredText, describe: Describe): Chunk[] {
  return pieces.map((piece, ordinal) => ({
    ordinal,
    startLine: measured.lineAt(piece.start) + 1,
    endLine: measured.lineAt(piece.end - 1) + 1,
    raw: measured.text.slice(piece.start, piece.end),
    kind: piece.kind,
    ...boundDescription(describe(piece)),
  }));
}
