/**
 * A text to the rows of the embedded model it is made of, each with its weight: Σ over fields weight · (1 + ln tf). A piece the model
 * does not know counts as the mean of the known pieces it can be cut into. `model/train.py` weighs the same way.
 */

import { hashOfUnits, maxPieceLength, splitPieces } from './split-pieces.ts';
import type { Weights } from './read-weights.ts';

export interface Field {
  readonly text: string;
  readonly weight: number;
}

export interface WeighedRows {
  /** Rows in use: the first `count` of `rows`, with their `weights`. Both are valid until the next text is weighed. */
  readonly count: number;
  readonly rows: Int32Array;
  readonly weights: Float32Array;
}

/** Read of a field, in UTF-16 units: eight times what a chunk holds, for texts come from strangers. */
const maxFieldLength = 16_000;
const shortestPart = 3;
/** Cuts of unknown pieces kept; names repeat within a repository. */
const maxCuts = 20_000;

/** Arrays are made once, so that weighing a text allocates nothing but for unknown pieces. */
export function createWeigher(model: Weights): (fields: readonly Field[]) => WeighedRows {
  const byRow = new Float32Array(model.pieces);
  const counts = new Uint16Array(model.pieces);
  const counted = new Int32Array(maxFieldLength);
  const rows = new Int32Array(model.pieces);
  const weights = new Float32Array(model.pieces);
  const cutUnknown = createCutter(model);
  let used = 0;

  function add(row: number, weight: number): void {
    if (byRow[row] === 0) {
      rows[used] = row;
      used += 1;
    }
    byRow[row] = (byRow[row] ?? 0) + weight;
  }

  function addField({ text, weight }: Field): void {
    const unknown = new Map<string, number>();
    let distinct = 0;
    splitPieces(text.slice(0, maxFieldLength), (units, length, hash) => {
      const row = model.rowOf(units, { start: 0, length }, hash);
      if (row === -1) {
        const piece = String.fromCharCode(...units.subarray(0, length));
        unknown.set(piece, (unknown.get(piece) ?? 0) + 1);
        return;
      }
      if (counts[row] === 0) {
        counted[distinct] = row;
        distinct += 1;
      }
      counts[row] = (counts[row] ?? 0) + 1;
    });
    for (let index = 0; index < distinct; index += 1) {
      const row = counted[index] ?? 0;
      add(row, weight * (1 + Math.log(counts[row] ?? 1)));
      counts[row] = 0;
    }
    for (const [piece, count] of unknown) {
      const parts = cutUnknown(piece);
      for (const row of parts) add(row, (weight * (1 + Math.log(count))) / parts.length);
    }
  }

  return (fields) => {
    used = 0;
    for (const field of fields) addField(field);
    for (let index = 0; index < used; index += 1) {
      const row = rows[index] ?? 0;
      weights[index] = byRow[row] ?? 0;
      byRow[row] = 0;
    }
    return { count: used, rows, weights };
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
