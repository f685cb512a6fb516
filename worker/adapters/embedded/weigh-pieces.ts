/**
 * A text to the rows of the embedded model it is made of, each with its weight 1 + ln tf. A piece the model does not know counts as the
 * mean of the known pieces it can be cut into. `model/train.py` weighs the same way. Rows and weights are also what comparing two texts
 * piece by piece (late interaction) needs.
 */

import { hashOfUnits, maxPieceLength, splitPieces } from './split-pieces.ts';
import type { Weights } from './read-weights.ts';

export interface WeighedRows {
  /** Rows in use: the first `count` of `rows`, with their `weights`; a row may stand twice. Valid until the next text is weighed. */
  readonly count: number;
  readonly rows: Int32Array;
  readonly weights: Float32Array;
}

/** Read of a text, in UTF-16 units: eight times what a chunk holds, for texts come from strangers. */
const maxLength = 16_000;
const shortestPart = 3;
/** Cuts of unknown pieces kept; names repeat within a repository. */
const maxCuts = 20_000;

/** Arrays are made once, so that weighing a text allocates nothing but for unknown pieces. */
export function createWeigher(model: Weights): (text: string) => WeighedRows {
  const counts = new Uint16Array(model.pieces);
  const rows = new Int32Array(maxLength);
  const weights = new Float32Array(maxLength);
  const cutUnknown = createCutter(model);

  return (text) => {
    const unknown = new Map<string, number>();
    let count = 0;
    splitPieces(text.slice(0, maxLength), (units, length, hash) => {
      const row = model.rowOf(units, { start: 0, length }, hash);
      if (row === -1) {
        const piece = String.fromCharCode(...units.subarray(0, length));
        unknown.set(piece, (unknown.get(piece) ?? 0) + 1);
        return;
      }
      if (counts[row] === 0) {
        rows[count] = row;
        count += 1;
      }
      counts[row] = (counts[row] ?? 0) + 1;
    });
    for (let index = 0; index < count; index += 1) {
      const row = rows[index] ?? 0;
      weights[index] = 1 + Math.log(counts[row] ?? 1);
      counts[row] = 0;
    }
    for (const [piece, times] of unknown) {
      const parts = cutUnknown(piece);
      for (const row of parts) {
        rows[count] = row;
        weights[count] = (1 + Math.log(times)) / parts.length;
        count += 1;
      }
    }
    return { count, rows, weights };
  };
}

/** An unknown piece as rows of known ones, the longest first from the left: `gzipwriters` is `gzip` and `writers`. */
function createCutter(model: Weights): (piece: string) => readonly number[] {
  const cuts = new Map<string, readonly number[]>();
  const units = new Uint16Array(maxPieceLength);

  function rowAt(start: number, end: number): number {
    const place = { start, length: end - start };
    return model.rowOf(units, place, hashOfUnits(units, start, end));
  }

  function cut(piece: string): readonly number[] {
    for (let at = 0; at < piece.length; at += 1) units[at] = piece.charCodeAt(at);
    const found: number[] = [];
    let start = 0;
    while (start <= piece.length - shortestPart) {
      let end = piece.length;
      while (end - start >= shortestPart && rowAt(start, end) === -1) end -= 1;
      if (end - start < shortestPart) {
        start += 1;
        continue;
      }
      found.push(rowAt(start, end));
      start = end;
    }
    return found;
  }

  return (piece) => {
    const known = cuts.get(piece);
    if (known !== undefined) return known;
    const found = cut(piece);
    if (cuts.size >= maxCuts) cuts.clear();
    cuts.set(piece, found);
    return found;
  };
}
