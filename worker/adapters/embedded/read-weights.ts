/**
 * Reads the weights file, whose format `model/README.md` describes. Numbers are unpacked from four bits to bytes once, which takes 6 MB for
 * 24,000 pieces. An open-addressing hash table finds the row of a piece.
 */

import { AppError } from '../../core/errors.ts';
import { hashPiece } from './split-pieces.ts';

export interface Weights {
  readonly fields: { readonly name: number; readonly path: number; readonly body: number };
  readonly dimensions: number;
  readonly pieces: number;
  /** All rows, concatenated. The vector of a row is its bytes times its scale. */
  readonly rows: Int8Array;
  readonly scales: Float32Array;
  /** The row of the piece at `start` in `units`; -1 for an unknown piece. */
  findRow(
    units: Uint16Array,
    position: { readonly start: number; readonly length: number },
    hash: number,
  ): number;
}

const magic = 0x45534657; // "WFSE", little-endian
const version = 2;
const headerBytes = 32;

/** Returns the bytes of a weights file. */
export type LoadBytes = () => Promise<{ readonly default: ArrayBuffer }>;

export const loadShippedBytes: LoadBytes = () => import('./model/weights.bin');

/** Weights by the function that loads their bytes, so that the embedder and the word vectors share one copy of the shipped ones. */
const loadedWeights = new WeakMap<LoadBytes, Promise<Weights>>();

export function loadWeights(load: LoadBytes): Promise<Weights> {
  const known = loadedWeights.get(load);
  if (known !== undefined) return known;
  const loading = load().then((file) => readWeights(file.default));
  loadedWeights.set(load, loading);
  return loading;
}

/** @throws AppError `embedder_failed` when the bytes are not a weights file of this version */
export function readWeights(buffer: ArrayBuffer): Weights {
  const view = new DataView(buffer);
  const isSupported =
    buffer.byteLength > headerBytes &&
    view.getUint32(0, true) === magic &&
    view.getUint32(4, true) === version;
  const [pieces, dimensions, textBytes] = isSupported
    ? [view.getUint32(8, true), view.getUint32(12, true), view.getUint32(16, true)]
    : [0, 0, 0];
  const scalesOffset = headerBytes + Math.ceil(textBytes / 4) * 4;
  const rowsOffset = scalesOffset + pieces * 4;
  if (!isSupported || buffer.byteLength !== rowsOffset + (pieces * dimensions) / 2)
    throw new AppError(
      'embedder_failed',
      'The weights file of the embedded model is damaged or of another version. Redeploy the Worker.',
    );
  const text = new TextDecoder().decode(new Uint8Array(buffer, headerBytes, textBytes));
  return {
    fields: {
      name: view.getFloat32(20, true),
      path: view.getFloat32(24, true),
      body: view.getFloat32(28, true),
    },
    dimensions,
    pieces,
    rows: unpackRows(new Uint8Array(buffer, rowsOffset)),
    scales: new Float32Array(buffer.slice(scalesOffset, rowsOffset)),
    findRow: createPieceTable(text.split('\n')),
  };
}

/** Unpacks two signed four-bit numbers per byte, the lower half first. A lookup table returns both at once, because requests wait until the model is loaded. */
function unpackRows(packed: Uint8Array): Int8Array {
  const pairs = new Uint16Array(
    Int8Array.from({ length: 512 }, (_, index) => unpackHalf(index >> 1, index % 2)).buffer,
  );
  const rows = new Uint16Array(packed.length);
  for (let index = 0; index < packed.length; index += 1) rows[index] = pairs[packed[index] ?? 0] ?? 0;
  return new Int8Array(rows.buffer);
}

function unpackHalf(byte: number, half: number): number {
  return (byte << (half === 0 ? 28 : 24)) >> 28;
}

function createPieceTable(pieces: readonly string[]): Weights['findRow'] {
  const mask = 2 ** Math.ceil(Math.log2(pieces.length * 2)) - 1;
  const slots = new Int32Array(mask + 1).fill(-1);
  const ends = new Uint32Array(pieces.length + 1);
  pieces.forEach((piece, row) => {
    ends[row + 1] = (ends[row] ?? 0) + piece.length;
  });
  const characters = new Uint16Array(ends[pieces.length] ?? 0);
  pieces.forEach((piece, row) => {
    for (let index = 0; index < piece.length; index += 1)
      characters[(ends[row] ?? 0) + index] = piece.charCodeAt(index);
    let slot = hashPiece(piece) & mask;
    while (slots[slot] !== -1) slot = (slot + 1) & mask;
    slots[slot] = row;
  });
  return (units, { start, length }, hash) => {
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const row = slots[slot] ?? -1;
      if (row === -1) return -1;
      const pieceStart = ends[row] ?? 0;
      if ((ends[row + 1] ?? 0) - pieceStart !== length) continue;
      let equalUnits = 0;
      while (equalUnits < length && characters[pieceStart + equalUnits] === units[start + equalUnits])
        equalUnits += 1;
      if (equalUnits === length) return row;
    }
  };
}
