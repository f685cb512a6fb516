/** Numbers the lines of a diff, and folds long files. */
import { expect, test } from 'vitest';
import {
  chooseOpenFiles,
  isRequested,
  numberLines,
} from '../../../web/src/lib/features/history/diff-lines.ts';

const file = (path: string, length: number) => ({
  path,
  oldPath: null,
  added: length,
  deleted: 0,
  cut: false,
  hunks: [{ oldStart: 0, newStart: 1, heading: '', lines: Array.from({ length }, () => '+x') }],
});

test('numbers lines on both sides across hunks', () => {
  const hunks = numberLines([
    { oldStart: 3, newStart: 3, heading: '', lines: [' a', '-b', '+c', '+d', ' e'] },
    { oldStart: 0, newStart: 20, heading: 'run', lines: ['+f'] },
  ]);
  expect(hunks.map(({ firstIndex }) => firstIndex)).toEqual([0, 5]);
  expect(
    hunks.flatMap(({ lines }) => lines.map((line) => [line.text, line.oldNumber, line.newNumber])),
  ).toEqual([
    ['a', 3, 3],
    ['b', 4, null],
    ['c', null, 4],
    ['d', null, 5],
    ['e', 5, 6],
    ['f', null, 20],
  ]);
  const requested = [{ path: 'a.py', startLine: 5, endLine: 5 }];
  const lines = hunks[0]?.lines ?? [];
  expect(lines.map((line) => isRequested('a.py', line, requested))).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
  expect(lines.some((line) => isRequested('b.py', line, requested))).toBe(false);
});

test('folds long files and the files after many lines, but none with requested lines', () => {
  const files = [file('long', 301), ...['a', 'b', 'c', 'd', 'e', 'f'].map((path) => file(path, 300))];
  expect([...chooseOpenFiles(files, [])]).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect([...chooseOpenFiles(files, [{ path: 'long', startLine: 1, endLine: 1 }])]).toContain('long');
});
