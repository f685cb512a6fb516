/** Exact search: every vector of a state that counts is compared, in the order of its row, so that each page is read once. */

import { modalities, type Modality } from '../../core/embedding.ts';
import { lowerBound } from '../../core/lower-bound.ts';
import type { StateEntries } from './state-entries.ts';
import { roundedVector, rowsPerPage, similarityOfRow, type VectorPage } from './vector-page.ts';

export interface Compared {
  readonly vector: Float32Array;
  readonly modality: Modality | 'either';
  /** By slot, what is not 0 is compared; undefined for all. */
  readonly slots: Uint8Array | undefined;
}

/** Below every similarity: the chunk has no vector that was compared. */
export const notCompared = -Infinity;

/** By slot, how near the chunk is, with both modalities the nearer of the two. */
export function similaritiesBySlot(
  entries: StateEntries,
  { vector, modality, slots: wanted }: Compared,
  pageOf: (number: number) => VectorPage,
): Float32Array {
  const best = new Float32Array(entries.keys.length).fill(notCompared);
  const only = modality === 'either' ? undefined : modalities.indexOf(modality);
  const query = roundedVector(vector);
  let [page, pageNumber]: [VectorPage | undefined, number] = [undefined, -1];
  for (let index = 0; index < entries.rows.length; index += 1) {
    const [row, slot] = [entries.rows[index] ?? 0, entries.slots[index] ?? 0];
    if (only !== undefined && entries.modalities[index] !== only) continue;
    if (wanted !== undefined && wanted[slot] === 0) continue;
    const number = Math.floor(row / rowsPerPage);
    if (page === undefined || number !== pageNumber) [page, pageNumber] = [pageOf(number), number];
    const similarity = similarityOfRow(page, row % rowsPerPage, query);
    if (similarity > (best[slot] ?? 0)) best[slot] = similarity;
  }
  return best;
}

/** The slots of the highest similarities, the highest first; of equal ones the lower slot. */
export function highestSlots(similarities: Float32Array, limit: number): number[] {
  const slots: number[] = [];
  const valueOf = (slot: number | undefined): number => similarities[slot ?? -1] ?? notCompared;
  for (let slot = 0; slot < similarities.length; slot += 1) {
    const similarity = valueOf(slot);
    if (similarity === notCompared) continue;
    if (slots.length >= limit && similarity <= valueOf(slots.at(-1))) continue;
    slots.splice(
      lowerBound(slots.length, (place) => valueOf(slots[place]) >= similarity),
      0,
      slot,
    );
    if (slots.length > limit) slots.pop();
  }
  return slots;
}

/** Marks the chunks of these files. */
export function slotsOfPaths({ files, paths }: StateEntries, wanted: readonly string[]): Uint8Array {
  const named = new Set(wanted);
  const isWanted = paths.map((path) => named.has(path));
  return Uint8Array.from(files, (file) => (isWanted[file] === true ? 1 : 0));
}

/** Marks the chunks of these keys. */
export function slotsOfKeys({ keys }: StateEntries, wanted: Float64Array): Uint8Array {
  const marks = new Uint8Array(keys.length);
  for (const key of wanted) {
    const slot = lowerBound(keys.length, (at) => (keys[at] ?? Infinity) < key);
    if (keys[slot] === key) marks[slot] = 1;
  }
  return marks;
}
