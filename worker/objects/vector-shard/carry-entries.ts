/** Entries of one state given to another, in which the same chunks have other keys. */

import type { KeyRun } from '../../core/chunk.ts';
import { modalities } from '../../core/embedding.ts';
import { lowerBound } from '../../core/lower-bound.ts';
import type { PlacedEntry, StateEntries } from './state-entries.ts';

/** Entries written in one row, which holds 2 MB at most: 16 bytes each, and their paths. */
const entriesAtOnce = 8_000;

/** @returns the entries whose keys lie in the runs, under their new keys, in slices that can be written. */
export function carryEntries(entries: StateEntries, runs: readonly KeyRun[]): PlacedEntry[][] {
  const sorted = runs.toSorted((a, b) => a.from - b.from);
  /** By slot; undefined for chunks of no run. */
  const carried = Array.from(entries.keys, (key) => {
    // The last run that begins at the key or before it.
    const run = sorted[lowerBound(sorted.length, (at) => (sorted[at]?.from ?? Infinity) <= key) - 1];
    return run === undefined || key >= run.from + run.count ? undefined : run.to + key - run.from;
  });
  const slices: PlacedEntry[][] = [];
  for (let index = 0; index < entries.rows.length; index += 1) {
    const slot = entries.slots[index] ?? 0;
    const key = carried[slot];
    const modality = modalities[entries.modalities[index] ?? 0];
    if (key === undefined || modality === undefined) continue;
    const path = entries.paths[entries.files[slot] ?? 0] ?? '';
    const last = slices.at(-1);
    const entry = { key, path, modality, row: entries.rows[index] ?? 0 };
    if (last === undefined || last.length >= entriesAtOnce) slices.push([entry]);
    else last.push(entry);
  }
  return slices;
}
