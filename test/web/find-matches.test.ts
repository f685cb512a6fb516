/** Every match of a file is found once, in order, and those of a line are had without looking through the others. */
import { expect, test } from 'vitest';
import { findMatches, firstMatchFrom, matchesOnLine } from '../../web/src/lib/features/code/find-matches.ts';

const lines = ['one two one', '', 'three', 'one', 'two'];

test('matches are told by line and place', () => {
  const found = findMatches(lines, /one/g);
  expect([...found.places]).toEqual([0, 0, 3, 0, 8, 11, 3, 0, 3]);
  expect(found.truncated).toBe(false);
  expect(matchesOnLine(found, 0)).toEqual([
    { index: 0, start: 0, end: 3 },
    { index: 1, start: 8, end: 11 },
  ]);
  expect(matchesOnLine(found, 3)).toEqual([{ index: 2, start: 0, end: 3 }]);
  expect([1, 2, 4].map((line) => matchesOnLine(found, line))).toEqual([[], [], []]);
  expect([0, 1, 3, 4].map((line) => firstMatchFrom(found, line))).toEqual([0, 2, 2, 3]);
});

test('a match of nothing is none', () => {
  expect(findMatches(lines, /x*/g).places).toHaveLength(0);
});

test('more than can be stepped through are cut off, and that is said', () => {
  expect(findMatches(lines, /o/g, 2)).toEqual({ places: Int32Array.of(0, 0, 1, 0, 6, 7), truncated: true });
  expect(findMatches(['oo'], /o/g, 2).truncated).toBe(false);
});
