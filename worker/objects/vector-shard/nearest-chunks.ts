/** Exact search: compares every relevant vector of a snapshot, in row order, so that each page is read once. */

import { modalities, type Modality } from '../../core/code/embedding.ts';
import { lowerBound } from '../../core/text/lower-bound.ts';
import type { StateEntries } from './state-entries.ts';
import type { MultiplyPage } from './row-products/multiply-page.ts';
import { roundVector, rowsPerPage, rowSimilarity, type VectorPage } from './vector-page.ts';

export interface VectorQuery {
  readonly vector: Float32Array;
  readonly modality: Modality | 'either';
  /** By slot: 0 excludes the chunk; undefined for all chunks. */
  readonly slots: Uint8Array | undefined;
}

/** Lower than any similarity; marks a chunk without a compared vector. */
export const notCompared = -Infinity;

interface Pages {
  readonly getPage: (number: number) => VectorPage;
  /** Multiplies whole pages; undefined to multiply row by row, which suits a query for few chunks. */
  readonly multiplyPage?: MultiplyPage | undefined;
}

/** The similarity of each chunk by slot; with both modalities, the higher one. */
export function computeSimilarities(
  entries: StateEntries,
  { vector, modality, slots: marked }: VectorQuery,
  { getPage, multiplyPage }: Pages,
): Float32Array {
  const best = new Float32Array(entries.keys.length).fill(notCompared);
  const only = modality === 'either' ? undefined : modalities.indexOf(modality);
  const query = roundVector(vector);
  let [page, pageNumber]: [VectorPage | undefined, number] = [undefined, -1];
  let products: Int32Array | undefined;
  for (let index = 0; index < entries.rows.length; index += 1) {
    const [row, slot] = [entries.rows[index] ?? 0, entries.slots[index] ?? 0];
    if (only !== undefined && entries.modalities[index] !== only) continue;
    if (marked !== undefined && marked[slot] === 0) continue;
    const number = Math.floor(row / rowsPerPage);
    if (page === undefined || number !== pageNumber) {
      [page, pageNumber] = [getPage(number), number];
      products = marked === undefined ? multiplyPage?.(page, query) : undefined;
    }
    const pageRow = row % rowsPerPage;
    const similarity =
      products === undefined
        ? rowSimilarity(page, pageRow, query)
        : (products[pageRow] ?? 0) * (page.scales[pageRow] ?? 0) * query.scale;
    if (similarity > (best[slot] ?? 0)) best[slot] = similarity;
  }
  return best;
}

/** The slots of these keys that have a compared vector, ascending. */
export function comparedSlots(
  { keys }: StateEntries,
  requested: Float64Array,
  similarities: Float32Array,
): number[] {
  const slots = new Set<number>();
  for (const key of requested) {
    const slot = findSlot(keys, key);
    if (slot !== undefined && similarities[slot] !== notCompared) slots.add(slot);
  }
  return [...slots].sort((a, b) => a - b);
}

/** The slots with the highest similarities, best first; ties by lower slot. */
export function highestSlots(similarities: Float32Array, limit: number): number[] {
  const slots: number[] = [];
  const similarityAt = (slot: number | undefined): number => similarities[slot ?? -1] ?? notCompared;
  /** A lower similarity is not among the highest. Nearly every slot ends here, so the loop only compares two numbers. */
  let least = notCompared;
  for (let slot = 0; slot < similarities.length; slot += 1) {
    const similarity = similarities[slot] ?? notCompared;
    if (similarity <= least) continue;
    slots.splice(
      lowerBound(slots.length, (index) => similarityAt(slots[index]) >= similarity),
      0,
      slot,
    );
    if (slots.length > limit) slots.pop();
    if (slots.length >= limit) least = similarityAt(slots.at(-1));
  }
  return slots;
}

/** Marks the chunks of these files with 1. */
export function markPaths({ files, paths }: StateEntries, requested: readonly string[]): Uint8Array {
  const named = new Set(requested);
  const isRequested = paths.map((path) => named.has(path));
  return Uint8Array.from(files, (file) => (isRequested[file] === true ? 1 : 0));
}

/** Marks the chunks with these keys with 1. */
export function markKeys({ keys }: StateEntries, requested: Float64Array): Uint8Array {
  const marks = new Uint8Array(keys.length);
  for (const key of requested) {
    const slot = findSlot(keys, key);
    if (slot !== undefined) marks[slot] = 1;
  }
  return marks;
}

function findSlot(keys: Float64Array, key: number): number | undefined {
  const slot = lowerBound(keys.length, (at) => (keys[at] ?? Infinity) < key);
  return keys[slot] === key ? slot : undefined;
}
