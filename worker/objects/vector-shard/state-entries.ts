/**
 * The vectors of a state's chunks: packed when they are stored, and unpacked to columns for a search. If a chunk was added twice, for
 * example by a retried part, the last entry counts.
 */

import { modalities, type Modality } from '../../core/code/embedding.ts';

export interface PlacedEntry {
  readonly key: number;
  readonly path: string;
  readonly modality: Modality;
  /** Row of its vector, over all pages. */
  readonly row: number;
}

/** The stored format: columns of keys, rows and tags. A tag combines the index of the path in `paths` with the modality. */
export interface PackedEntries {
  readonly columns: ArrayBuffer;
  readonly paths: readonly string[];
}

/** Bytes per entry: key, row and tag. */
const entryBytes = 16;

export function packEntries(entries: readonly PlacedEntry[]): PackedEntries {
  const columns = new ArrayBuffer(entries.length * entryBytes);
  const { keys, rows, tags } = viewColumns(columns);
  const places = new Map<string, number>();
  for (const [index, { key, path, modality, row }] of entries.entries()) {
    const place = places.get(path) ?? places.size;
    places.set(path, place);
    keys[index] = key;
    rows[index] = row;
    tags[index] = place * modalities.length + modalities.indexOf(modality);
  }
  return { columns, paths: [...places.keys()] };
}

/** The vector rows of packed entries. */
export function entryRows(columns: ArrayBuffer): Uint32Array {
  return viewColumns(columns).rows;
}

function viewColumns(buffer: ArrayBuffer) {
  const length = buffer.byteLength / entryBytes;
  return {
    keys: new Float64Array(buffer, 0, length),
    rows: new Uint32Array(buffer, length * 8, length),
    tags: new Uint32Array(buffer, length * 12, length),
  };
}

export interface StateEntries {
  /** Keys of the chunks by slot, ascending. */
  readonly keys: Float64Array;
  /** By slot: index of the chunk's path in `paths`. */
  readonly files: Uint32Array;
  readonly paths: readonly string[];
  /** Vectors sorted by row: the row, the chunk's slot, and the index of the modality. */
  readonly rows: Uint32Array;
  readonly slots: Uint32Array;
  readonly modalities: Uint8Array;
}

/** @param batches in the order of addition */
export function unpackEntries(batches: Iterable<PackedEntries>): StateEntries {
  const paths = new Map<string, number>();
  const rowOf = new Map<number, number>();
  const fileOf = new Map<number, number>();
  for (const batch of batches) {
    const { keys, rows, tags } = viewColumns(batch.columns);
    const places = batch.paths.map((path) => {
      const place = paths.get(path) ?? paths.size;
      paths.set(path, place);
      return place;
    });
    for (const [index, key] of keys.entries()) {
      const tag = tags[index] ?? 0;
      fileOf.set(key, places[Math.floor(tag / modalities.length)] ?? 0);
      rowOf.set(key * modalities.length + (tag % modalities.length), rows[index] ?? 0);
    }
  }
  const keys = Float64Array.from(fileOf.keys()).sort();
  const slotOf = new Map([...keys].map((key, slot) => [key, slot]));
  const byRow = [...rowOf].toSorted(([, a], [, b]) => a - b);
  return {
    keys,
    files: Uint32Array.from(keys, (key) => fileOf.get(key) ?? 0),
    paths: [...paths.keys()],
    rows: Uint32Array.from(byRow, ([, row]) => row),
    slots: Uint32Array.from(byRow, ([name]) => slotOf.get(Math.floor(name / modalities.length)) ?? 0),
    modalities: Uint8Array.from(byRow, ([name]) => name % modalities.length),
  };
}
