/** Finds every match of a file once and in order, and looks matches up by line. */
import { expect, test } from 'vitest';
import {
  findMatches,
  findFirstMatchFrom,
  matchesOnLine,
  findFirstIndex,
} from '../../../web/src/lib/features/code/find-matches.ts';
import { array, assert, integer, property } from 'fast-check';

const lines = ['one two one', '', 'three', 'one', 'two'];

test('returns matches by line and offset', () => {
  const found = findMatches(lines, /one/g);
  expect([...found.places]).toEqual([0, 0, 3, 0, 8, 11, 3, 0, 3]);
  expect(found.truncated).toBe(false);
  expect(matchesOnLine(found, 0)).toEqual([
    { index: 0, start: 0, end: 3 },
    { index: 1, start: 8, end: 11 },
  ]);
  expect(matchesOnLine(found, 3)).toEqual([{ index: 2, start: 0, end: 3 }]);
  expect([1, 2, 4].map((line) => matchesOnLine(found, line))).toEqual([[], [], []]);
  expect([0, 1, 3, 4].map((line) => findFirstMatchFrom(found, line))).toEqual([0, 2, 2, 3]);
});

test('ignores empty matches', () => {
  expect(findMatches(lines, /x*/g).places).toHaveLength(0);
});

test('truncates a long list of matches, and reports it', () => {
  expect(findMatches(lines, /o/g, 2)).toEqual({ places: Int32Array.of(0, 0, 1, 0, 6, 7), truncated: true });
  expect(findMatches(['oo'], /o/g, 2).truncated).toBe(false);
});

test('findFirstIndex agrees with a linear search', () => {
  assert(
    property(array(integer({ min: 0, max: 20 })), integer({ min: 0, max: 21 }), (values, target) => {
      const sorted = values.toSorted((a, b) => a - b);
      const first = sorted.findIndex((value) => value >= target);
      expect(findFirstIndex(sorted.length, (index) => (sorted[index] ?? 0) >= target)).toBe(
        first < 0 ? sorted.length : first,
      );
    }),
  );
});
