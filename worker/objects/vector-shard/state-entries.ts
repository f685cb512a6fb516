/**
 * The vectors of a snapshot's chunks: packed when they are stored, and unpacked to columns for a search. If a chunk was added twice, for
 * example by a retried part, the last entry is used.
 */

import type { KeyRun } from '../../core/code/chunk.ts';
import { modalities, type Modality } from '../../core/code/embedding.ts';
import { lowerBound } from '../../core/text/lower-bound.ts';

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
  const pathIndexes = new Map<string, number>();
  for (const [index, { key, path, modality, row }] of entries.entries()) {
    const pathIndex = pathIndexes.get(path) ?? pathIndexes.size;
    pathIndexes.set(path, pathIndex);
    keys[index] = key;
    rows[index] = row;
    tags[index] = pathIndex * modalities.length + modalities.indexOf(modality);
  }
  return { columns, paths: [...pathIndexes.keys()] };
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
  const rowByEntry = new Map<number, number>();
  const fileByKey = new Map<number, number>();
  for (const batch of batches) {
    const { keys, rows, tags } = viewColumns(batch.columns);
    const fileIndexes = batch.paths.map((path) => {
      const fileIndex = paths.get(path) ?? paths.size;
      paths.set(path, fileIndex);
      return fileIndex;
    });
    for (const [index, key] of keys.entries()) {
      const tag = tags[index] ?? 0;
      fileByKey.set(key, fileIndexes[Math.floor(tag / modalities.length)] ?? 0);
      rowByEntry.set(key * modalities.length + (tag % modalities.length), rows[index] ?? 0);
    }
  }
  const keys = Float64Array.from(fileByKey.keys()).sort();
  const slotByKey = new Map([...keys].map((key, slot) => [key, slot]));
  const byRow = [...rowByEntry].toSorted(([, a], [, b]) => a - b);
  return {
    keys,
    files: Uint32Array.from(keys, (key) => fileByKey.get(key) ?? 0),
    paths: [...paths.keys()],
    rows: Uint32Array.from(byRow, ([, row]) => row),
    slots: Uint32Array.from(byRow, ([name]) => slotByKey.get(Math.floor(name / modalities.length)) ?? 0),
    modalities: Uint8Array.from(byRow, ([name]) => name % modalities.length),
  };
}

/** Entries per row, which has at most 2 MB: 16 bytes each, and their paths. */
const maxEntriesPerBatch = 8_000;

/**
 * Copies entries of a snapshot for another snapshot, in which the same chunks have other keys.
 * @returns the entries within the runs, with their new keys, in slices that fit in a row
 */
export function remapEntries(entries: StateEntries, runs: readonly KeyRun[]): PlacedEntry[][] {
  const sorted = runs.toSorted((a, b) => a.from - b.from);
  /** New key by slot; undefined for chunks outside the runs. */
  const newKeys = Array.from(entries.keys, (key) => {
    // The last run that begins at or before the key.
    const run = sorted[lowerBound(sorted.length, (at) => (sorted[at]?.from ?? Infinity) <= key) - 1];
    return run === undefined || key >= run.from + run.count ? undefined : run.to + key - run.from;
  });
  const slices: PlacedEntry[][] = [];
  for (let index = 0; index < entries.rows.length; index += 1) {
    const slot = entries.slots[index] ?? 0;
    const key = newKeys[slot];
    const modality = modalities[entries.modalities[index] ?? 0];
    if (key === undefined || modality === undefined) continue;
    const path = entries.paths[entries.files[slot] ?? 0] ?? '';
    const last = slices.at(-1);
    const entry = { key, path, modality, row: entries.rows[index] ?? 0 };
    if (last === undefined || last.length >= maxEntriesPerBatch) slices.push([entry]);
    else last.push(entry);
  }
  return slices;
}
