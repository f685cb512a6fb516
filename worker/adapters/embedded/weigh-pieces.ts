/**
 * Converts a text to rows of the embedded model, each with the weight 1 + ln(term frequency). An unknown piece is represented by the mean of the
 * known pieces into which it can be split. `model/train.py` computes the same weights.
 */

import { hashUnits, maxPieceLength, splitPieces } from './split-pieces.ts';
import type { Weights } from './read-weights.ts';

export interface WeighedRows {
  /** The first `count` entries of `rows` and `weights` are in use; a row may occur twice. Valid until the next text. */
  readonly count: number;
  readonly rows: Int32Array;
  readonly weights: Float32Array;
}

/** Maximum UTF-16 units read per text, since texts are untrusted. It is eight times the size of a chunk. */
const maxLength = 16_000;
const minPartLength = 3;
/** Cached splits of unknown pieces. Names repeat within a repository. */
const maxCachedSplits = 20_000;

/** Allocates its arrays once, so that later only unknown pieces cause allocations. */
export function createWeigher(model: Weights): (text: string) => WeighedRows {
  const counts = new Uint16Array(model.pieces);
  const rows = new Int32Array(maxLength);
  const weights = new Float32Array(maxLength);
  const splitUnknown = createSplitter(model);

  return (text) => {
    const unknownPieces = new Map<string, number>();
    let count = 0;
    splitPieces(text.slice(0, maxLength), (units, length, hash) => {
      const row = model.findRow(units, { start: 0, length }, hash);
      if (row === -1) {
        const piece = String.fromCharCode(...units.subarray(0, length));
        unknownPieces.set(piece, (unknownPieces.get(piece) ?? 0) + 1);
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
    for (const [piece, occurrences] of unknownPieces) {
      const parts = splitUnknown(piece);
      for (const row of parts) {
        rows[count] = row;
        weights[count] = (1 + Math.log(occurrences)) / parts.length;
        count += 1;
      }
    }
    return { count, rows, weights };
  };
}

/** Splits an unknown piece from the left into the longest known pieces: `gzipwriters` becomes `gzip` and `writers`. */
function createSplitter(model: Weights): (piece: string) => readonly number[] {
  const cachedSplits = new Map<string, readonly number[]>();
  const units = new Uint16Array(maxPieceLength);

  function rowAt(start: number, end: number): number {
    const position = { start, length: end - start };
    return model.findRow(units, position, hashUnits(units, start, end));
  }

  function split(piece: string): readonly number[] {
    for (let index = 0; index < piece.length; index += 1) units[index] = piece.charCodeAt(index);
    const parts: number[] = [];
    let start = 0;
    while (start <= piece.length - minPartLength) {
      let end = piece.length;
      while (end - start >= minPartLength && rowAt(start, end) === -1) end -= 1;
      if (end - start < minPartLength) {
        start += 1;
        continue;
      }
      parts.push(rowAt(start, end));
      start = end;
    }
    return parts;
  }

  return (piece) => {
    const cached = cachedSplits.get(piece);
    if (cached !== undefined) return cached;
    const parts = split(piece);
    if (cachedSplits.size >= maxCachedSplits) cachedSplits.clear();
    cachedSplits.set(piece, parts);
    return parts;
  };
}
