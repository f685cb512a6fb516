/**
 * Which chunks of a state have which vectors: packed as they were added, and unpacked to columns a search runs through. A chunk
 * added twice, as by a part that was done again, counts as it was added last.
 */

import { modalities, type Modality } from '../../core/embedding.ts';

export interface PlacedEntry {
  readonly key: number;
  readonly path: string;
  readonly modality: Modality;
  /** Row of its vector, over all pages. */
  readonly row: number;
}

/** As stored: keys, rows and tags in three columns; a tag is the place of the path in `paths` and the modality, in one number. */
export interface PackedEntries {
  readonly columns: ArrayBuffer;
  readonly paths: readonly string[];
}

/** Bytes of an entry: a key, a row, a tag. */
const entryBytes = 16;

export function packEntries(entries: readonly PlacedEntry[]): PackedEntries {
  const columns = new ArrayBuffer(entries.length * entryBytes);
  const { keys, rows, tags } = columnsOf(columns);
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

/** The rows packed entries name. */
export function rowsOf(columns: ArrayBuffer): Uint32Array {
  return columnsOf(columns).rows;
}

function columnsOf(buffer: ArrayBuffer) {
  const length = buffer.byteLength / entryBytes;
  return {
    keys: new Float64Array(buffer, 0, length),
    rows: new Uint32Array(buffer, length * 8, length),
    tags: new Uint32Array(buffer, length * 12, length),
  };
}

export interface StateEntries {
  /** Chunks by slot: their keys, ascending. */
  readonly keys: Float64Array;
  /** By slot: place of the chunk's path in `paths`. */
  readonly files: Uint32Array;
  readonly paths: readonly string[];
  /** Vectors in the order of their rows: the row, the slot of the chunk that has it, and the place of its modality. */
  readonly rows: Uint32Array;
  readonly slots: Uint32Array;
  readonly modalities: Uint8Array;
}

/** @param batches in the order they were added */
export function unpackEntries(batches: Iterable<PackedEntries>): StateEntries {
  const paths = new Map<string, number>();
  const rowOf = new Map<number, number>();
  const fileOf = new Map<number, number>();
  for (const batch of batches) {
    const { keys, rows, tags } = columnsOf(batch.columns);
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
