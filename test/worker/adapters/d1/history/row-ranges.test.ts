/** Tests sets of rows as ranges: round trips, splits at buckets, and set operations. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  splitAtBuckets,
  isInRanges,
  mergeRanges,
  toRowRanges,
  parseRanges,
  countRows,
  subtractRanges,
} from '../../../../../worker/adapters/d1/history/row-ranges.ts';

const rows = fc.uniqueArray(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 200 });
const members = fc.array(fc.boolean(), { minLength: 200, maxLength: 200 });
const createSet = (numbers: readonly number[], flags: readonly boolean[]) =>
  numbers.toSorted((a, b) => a - b).map((row, index) => ({ row, isMember: flags[index] === true }));

it('represents exactly the rows of a set', () => {
  fc.assert(
    fc.property(rows, members, (some, flags) => {
      const marked = createSet(some, flags);
      const ranges = toRowRanges(marked);
      for (const { row, isMember } of marked) expect(isInRanges(ranges, row)).toBe(isMember);
      for (const [first, last] of ranges) expect(first >> 12).toBe(last >> 12);
    }),
  );
});

it('subtracts ranges like sets of rows', () => {
  fc.assert(
    fc.property(rows, members, members, (some, mine, others) => {
      const [a, b] = [toRowRanges(createSet(some, mine)), toRowRanges(createSet(some, others))];
      const difference = subtractRanges(a, b);
      for (const row of some)
        expect(isInRanges(difference, row)).toBe(isInRanges(a, row) && !isInRanges(b, row));
    }),
  );
});

it('merges ranges so that they contain each row once', () => {
  fc.assert(
    fc.property(rows, rows, (some, others) => {
      const first = mergeRanges(some.map((row) => [row, row]));
      const merged = mergeRanges([...others.map((row) => [row, row] as const), ...first]);
      const all = new Set([...some, ...others]);
      expect(countRows(merged)).toBe(all.size);
      for (const row of all) expect(isInRanges(merged, row)).toBe(true);
      for (const [from, to] of merged) expect(from >> 12).toBe(to >> 12);
    }),
  );
});

it('splits a range at every bucket boundary', () => {
  expect(splitAtBuckets([1, 9_000])).toEqual([
    [1, 4_095],
    [4_096, 8_191],
    [8_192, 9_000],
  ]);
});

it('rejects stored JSON that is not a list of ranges', () => {
  expect(parseRanges('[[1,2],[5,5]]')).toEqual([
    [1, 2],
    [5, 5],
  ]);
  for (const wrong of ['', '{}', '[1,2]', '[[1]]', '[["1",2]]']) expect(() => parseRanges(wrong)).toThrow();
});
