/** Copies entries of one state to another, in which the same chunks have other keys. */

import type { KeyRun } from '../../core/code/chunk.ts';
import { modalities } from '../../core/code/embedding.ts';
import { lowerBound } from '../../core/text/lower-bound.ts';
import type { PlacedEntry, StateEntries } from './state-entries.ts';

/** Entries per row, which has at most 2 MB: 16 bytes each, and their paths. */
const entriesAtOnce = 8_000;

/** @returns the entries within the runs, with their new keys, in slices that fit in a row */
export function carryEntries(entries: StateEntries, runs: readonly KeyRun[]): PlacedEntry[][] {
  const sorted = runs.toSorted((a, b) => a.from - b.from);
  /** New key by slot; undefined for chunks outside the runs. */
  const carried = Array.from(entries.keys, (key) => {
    // The last run that begins at or before the key.
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
