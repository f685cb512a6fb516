/** Counts the lines of a file by their last author. */
import { expect, test } from 'vitest';
import type { LineRun } from '../../../../worker/core/history/history.ts';
import {
  countLineAuthors,
  countLastChangedLines,
} from '../../../../worker/retrieval/history/count-line-authors.ts';

const path = 'src/a.py';
const run = (
  startLine: number,
  endLine: number,
  ...steps: (readonly [string | undefined, 'added' | 'edited' | 'moved'])[]
) =>
  ({
    path,
    startLine,
    endLine,
    history: steps.map(([commit, step]) => ({ commit, step, line: 0, path })),
  }) satisfies LineRun;

test('counts a line for its last change, not for a move', () => {
  const changed = countLastChangedLines([
    run(1, 4, ['a', 'added']),
    run(5, 6, ['b', 'moved'], ['c', 'edited'], ['a', 'added']),
    run(7, 7, ['b', 'moved'], [undefined, 'added']),
    run(8, 8, [undefined, 'edited'], ['a', 'added']),
  ]);
  expect([...changed]).toEqual([
    ['a', 4],
    ['c', 2],
    ['b', 1],
  ]);
});

test('sums lines by author, most lines first, and counts unknown lines separately', () => {
  const commits = [
    { id: 'a', author: 'Ann' },
    { id: 'b', author: 'Ben' },
    { id: 'c', author: 'Ann' },
    { id: 'd', author: 'Cleo' },
  ];
  const changed = new Map([
    ['a', 2],
    ['b', 4],
    ['c', 3],
  ]);
  expect(countLineAuthors(changed, commits, 10)).toEqual({
    authors: [
      { author: 'Ann', lines: 5 },
      { author: 'Ben', lines: 4 },
    ],
    lines: 10,
    unknown: 1,
  });
});
