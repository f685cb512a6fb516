/** A piece is a chunk in the making: a stretch of a text, whole lines unless one line alone is over the budget. */

import type { MeasuredText } from './measured-text.ts';

export interface Piece {
  /** UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  /** Kind of the node that makes up most of it, and that node's tokens. */
  readonly kind: string;
  readonly kindTokens: number;
  /** It is one unit (a function, a section) worth a chunk of its own. */
  readonly alone: boolean;
}

/** Lines counted from 0, both included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

export function pieceOfLines(
  measured: MeasuredText,
  { first, last }: LineRange,
  { kind, alone }: { kind: string; alone: boolean },
): Piece {
  const tokens = measured.tokensOfLines(first, last);
  return {
    start: measured.startOfLine(first),
    end: measured.startOfLine(last + 1),
    tokens,
    kind,
    kindTokens: tokens,
    alone,
  };
}

/** Two neighbours as one. */
export function joinPieces(left: Piece, right: Piece): Piece {
  const main = right.kindTokens > left.kindTokens ? right : left;
  return {
    start: left.start,
    end: right.end,
    tokens: left.tokens + right.tokens,
    kind: main.kind,
    kindTokens: main.kindTokens,
    alone: left.alone || right.alone,
  };
}
