/** Tests that rows become parameters within D1's limits, whatever characters they contain. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonSlices } from '../../../../../worker/adapters/d1/sql/statements.ts';

const byteLength = (text: string): number => new TextEncoder().encode(text).byteLength;

it('keeps every row, in order, in slices of a megabyte of UTF-8', () => {
  const cell = fc.tuple(fc.constantFrom('a', 'é', '漢', '😀', '"', '\u2028', '\n'), fc.nat({ max: 400_000 }));
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 12 }), (cells) => {
      const rows = cells.map(([letter, times]) => [letter.repeat(times), null, 7]);
      const slices = jsonSlices(rows);
      expect(slices.flatMap((slice) => JSON.parse(slice) as unknown[]).length).toBe(rows.length);
      for (const slice of slices) {
        const alone = (JSON.parse(slice) as unknown[]).length === 1;
        if (!alone) expect(byteLength(slice)).toBeLessThanOrEqual(1_000_010);
      }
    }),
    { numRuns: 20 },
  );
});

it('returns no slices for no rows', () => {
  expect(jsonSlices([])).toEqual([]);
});

it('preserves rows with any content', () => {
  const rows = [
    ['a "quoted" \\ text', 1, null],
    ['', 0, 'é\u0000\ud83d'],
  ];
  expect(jsonSlices(rows).flatMap((slice) => JSON.parse(slice) as unknown[])).toEqual(rows);
});
