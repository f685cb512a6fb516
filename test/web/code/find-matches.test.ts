/** Every match in a file is found once and in order. Matches are looked up by line, and typed text is compiled to an expression. */
import { expect, test } from 'vitest';
import {
  findMatches,
  findFirstMatchFrom,
  matchesOnLine,
  findFirstIndex,
  compileFindPattern,
} from '../../../web/src/lib/features/code/find-matches.ts';
import { array, assert, integer, property, string } from 'fast-check';

const lines = ['one two one', '', 'three', 'one', 'two'];

test('returns matches by line and offset', () => {
  const list = findMatches(lines, /one/g);
  expect([...list.positions]).toEqual([0, 0, 3, 0, 8, 11, 3, 0, 3]);
  expect(list.truncated).toBe(false);
  expect(matchesOnLine(list, 0)).toEqual([
    { index: 0, start: 0, end: 3 },
    { index: 1, start: 8, end: 11 },
  ]);
  expect(matchesOnLine(list, 3)).toEqual([{ index: 2, start: 0, end: 3 }]);
  expect([1, 2, 4].map((line) => matchesOnLine(list, line))).toEqual([[], [], []]);
  expect([0, 1, 3, 4].map((line) => findFirstMatchFrom(list, line))).toEqual([0, 2, 2, 3]);
});

test('ignores empty matches', () => {
  expect(findMatches(lines, /x*/g).positions).toHaveLength(0);
});

test('truncates a long list of matches, and reports the truncation', () => {
  expect(findMatches(lines, /o/g, 2)).toEqual({
    positions: Int32Array.of(0, 0, 1, 0, 6, 7),
    truncated: true,
  });
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

const options = { text: '', matchCase: false, wholeWord: false, regex: false };
const findAll = (line: string, changes: Partial<typeof options>): string[] | string => {
  const compiled = compileFindPattern({ ...options, ...changes });
  return compiled.kind === 'pattern'
    ? [...line.matchAll(compiled.pattern)].map((match) => match[0])
    : compiled.kind;
};

test.each([
  ['a.b axb A.B', { text: 'a.b' }, ['a.b', 'A.B']],
  ['a.b axb A.B', { text: 'a.b', matchCase: true }, ['a.b']],
  ['a.b axb A.B', { text: 'a.b', regex: true }, ['a.b', 'axb', 'A.B']],
  ['run running rerun run_it run', { text: 'run', wholeWord: true }, ['run', 'run']],
  ['größe größer', { text: 'größe', wholeWord: true }, ['größe']],
  ['ab ac abc', { text: 'ab|ac', regex: true, wholeWord: true }, ['ab', 'ac']],
  ['$x ($x)', { text: '$x' }, ['$x', '$x']],
  ['anything', { text: '' }, 'empty'],
  ['anything', { text: '(', regex: true }, 'invalid'],
  ['anything', { text: 'a)|(b', regex: true, wholeWord: true }, 'invalid'],
])('in %j, %j finds %j', (line, changes, expected) => {
  expect(findAll(line, changes)).toEqual(expected);
});

test('returns a short reason for an invalid expression', () => {
  expect(compileFindPattern({ ...options, text: '(a', regex: true })).toEqual({
    kind: 'invalid',
    reason: 'Unterminated group',
  });
});

test('any literal text matches itself', () => {
  assert(
    property(string({ minLength: 1, unit: 'grapheme' }), (text) => {
      expect(findAll(`<${text}>`, { text, matchCase: true })).toContain(text);
    }),
  );
});
