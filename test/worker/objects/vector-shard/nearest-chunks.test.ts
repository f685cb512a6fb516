/** Tests that a search over packed columns and rounded vectors finds almost the same chunks as an exhaustive comparison. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosineSimilarity, unitVector } from '../../../../worker/core/code/embedding.ts';
import {
  highestSlots,
  computeSimilarities,
  markKeys,
  markPaths,
} from '../../../../worker/objects/vector-shard/nearest-chunks.ts';
import {
  packEntries,
  entryRows,
  unpackEntries,
  type PlacedEntry,
} from '../../../../worker/objects/vector-shard/state-entries.ts';
import {
  pageBody,
  roundVector,
  rowsPerPage,
  rowSimilarity,
  vectorPage,
  writeRow,
} from '../../../../worker/objects/vector-shard/vector-page.ts';

const dimensions = 33;

/** Pseudorandom numbers with a fixed seed. */
function createVectors(seed: number, count: number): Float32Array[] {
  let state = seed;
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  return Array.from(
    { length: count },
    () => unitVector(Float32Array.from({ length: dimensions }, next)) ?? new Float32Array(dimensions),
  );
}

function fillPages(vectors: readonly Float32Array[]) {
  const pages = Array.from({ length: Math.ceil(vectors.length / rowsPerPage) }, () => vectorPage(dimensions));
  for (const [row, vector] of vectors.entries()) {
    const page = pages[Math.floor(row / rowsPerPage)];
    if (page !== undefined) writeRow(page, row % rowsPerPage, vector);
  }
  return (number: number) => pages[number] ?? vectorPage(dimensions);
}

describe('a page', () => {
  it('round-trips vectors within the rounding error, also from its stored body', () => {
    const vectors = createVectors(7, rowsPerPage);
    const page = fillPages(vectors)(0);
    const again = vectorPage(dimensions, pageBody(page).slice(0) as ArrayBuffer);
    const [vector = new Float32Array()] = createVectors(9, 1);
    const query = roundVector(vector);
    for (const [row, stored] of vectors.entries()) {
      expect(rowSimilarity(page, row, query)).toBeCloseTo(cosineSimilarity(stored, vector), 2);
      expect(rowSimilarity(again, row, query)).toBe(rowSimilarity(page, row, query));
    }
  });

  it('accepts a zero vector', () => {
    const page = vectorPage(dimensions);
    writeRow(page, 3, new Float32Array(dimensions));
    expect(rowSimilarity(page, 3, roundVector(createVectors(1, 1)[0] ?? new Float32Array()))).toBe(0);
    expect(rowSimilarity(page, 4, roundVector(new Float32Array(dimensions)))).toBe(0);
  });
});

describe('entries', () => {
  const entry = fc.record({
    key: fc.nat({ max: 2 ** 40 }),
    path: fc.constantFrom('a.py', 'b.py', 'é/日本.py'),
    modality: fc.constantFrom('text' as const, 'code' as const),
    row: fc.nat({ max: 5_000 }),
  });

  it('round-trip through their packed form, with the last one of each chunk and modality', () => {
    fc.assert(
      fc.property(fc.array(fc.array(entry, { maxLength: 20 }), { maxLength: 5 }), (batches) => {
        const last = new Map<string, PlacedEntry>();
        for (const item of batches.flat()) last.set(`${item.key} ${item.modality}`, item);
        const packed = batches.map(packEntries);
        expect(packed.flatMap(({ columns }) => [...entryRows(columns)])).toEqual(
          batches.flat().map(({ row }) => row),
        );
        const { keys, rows, slots, modalities } = unpackEntries(packed);
        expect([...keys]).toEqual(
          [...new Set([...last.values()].map(({ key }) => key))].toSorted((a, b) => a - b),
        );
        expect([...rows]).toEqual([...rows].toSorted((a, b) => a - b));
        const back = [...rows].map(
          (row, at) => `${keys[slots[at] ?? -1]} ${['text', 'code'][modalities[at] ?? -1]} ${row}`,
        );
        expect(back.toSorted()).toEqual(
          [...last.values()].map(({ key, modality, row }) => `${key} ${modality} ${row}`).toSorted(),
        );
      }),
    );
  });
});

describe('a search', () => {
  const count = 900;
  const vectors = createVectors(3, count);
  const getPage = fillPages(vectors);
  const placed = vectors.map((_, row): PlacedEntry => ({
    key: row >> 1,
    path: `${row % 7}.py`,
    modality: row % 2 === 0 ? 'text' : 'code',
    row: (row * 7) % count,
  }));
  const entries = unpackEntries([packEntries(placed.slice(0, 500)), packEntries(placed.slice(500))]);
  const [vector = new Float32Array()] = createVectors(5, 1);

  it.each(['text', 'code', 'either'] as const)('for %s ranks like an exhaustive comparison', (modality) => {
    const exact = new Map<number, number>();
    for (const item of placed) {
      if (modality !== 'either' && item.modality !== modality) continue;
      const similarity = cosineSimilarity(vectors[item.row] ?? new Float32Array(), vector);
      exact.set(item.key, Math.max(similarity, exact.get(item.key) ?? -1));
    }
    const expected = [...exact].toSorted(([, a], [, b]) => b - a).slice(0, 10);
    const similarities = computeSimilarities(entries, { vector, modality, slots: undefined }, { getPage });
    const found = highestSlots(similarities, 10).map((slot) => entries.keys[slot]);
    const same = found.filter((key) => expected.some(([one]) => one === key));
    expect(same.length).toBeGreaterThanOrEqual(8);
    for (const [key, similarity] of expected.slice(0, 3)) {
      const slot = entries.keys.indexOf(key);
      expect(similarities[slot]).toBeCloseTo(similarity, 2);
    }
  });

  it('compares only marked chunks', () => {
    const marked = markPaths(entries, ['3.py', 'nowhere.py']);
    const similarities = computeSimilarities(
      entries,
      { vector, modality: 'either', slots: marked },
      { getPage },
    );
    const compared = [...similarities.keys()].filter((slot) => similarities[slot] !== -Infinity);
    expect(compared.length).toBeGreaterThan(50);
    expect(compared.every((slot) => entries.paths[entries.files[slot] ?? -1] === '3.py')).toBe(true);
    expect(
      [...markKeys(entries, Float64Array.of(2, 7, 9_999, -1)).entries()].filter(([, mark]) => mark === 1),
    ).toEqual([
      [2, 1],
      [7, 1],
    ]);
  });

  it('reads each page once', () => {
    const read: number[] = [];
    const getCountedPage = (number: number) => (read.push(number), getPage(number));
    computeSimilarities(
      entries,
      { vector, modality: 'either', slots: undefined },
      { getPage: getCountedPage },
    );
    expect(read).toEqual([0, 1, 2, 3]);
  });
});

describe('highestSlots', () => {
  it('returns the same slots as a full sort that breaks ties by the lower slot', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(-Infinity, -0.5, 0, 0.25, 0.5, 0.75, 1)),
        fc.integer({ min: 1, max: 9 }),
        (values, limit) => {
          const sorted = [...values.entries()]
            .filter(([, value]) => value !== -Infinity)
            .toSorted(([a, x], [b, y]) => y - x || a - b)
            .map(([slot]) => slot)
            .slice(0, limit);
          expect(highestSlots(Float32Array.from(values), limit)).toEqual(sorted);
        },
      ),
    );
  });
});
