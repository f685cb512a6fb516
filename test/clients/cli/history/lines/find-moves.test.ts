import { expect, test } from 'vitest';
import { createChangedLines, findMoves } from '../../../../../clients/cli/history/lines/find-moves.ts';
import type { ChangedLines } from '../../../../../clients/cli/history/lines/find-moves.ts';
import { countAlphanumerics, hashLine } from '../../../../../clients/cli/history/lines/hash-line.ts';

/** Creates the changed lines of some files; `undefined` is an unchanged line between two changed lines. */
function changedLines(...files: (string | undefined)[][]): ChangedLines {
  const lines = createChangedLines();
  for (const [file, texts] of files.entries())
    for (const [at, text] of texts.entries()) {
      if (text === undefined) continue;
      const bytes = Buffer.from(text);
      const letters = countAlphanumerics(bytes, 0, bytes.length);
      lines.push({ file, number: at + 1, hash: hashLine(bytes, 0, bytes.length), letters });
    }
  return lines;
}

const block = ['function add(a, b) {', '  return a + b;', '}'];

test('finds a moved block of three lines despite a new indentation', () => {
  const moves = findMoves(
    changedLines(['new', ...block.map((line) => `\t${line}`)]),
    changedLines(['old'], block),
  );
  expect([...moves]).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
});

test('finds a single moved line only if it is long', () => {
  const longLine = 'export const explanation = "long enough to be distinct from any other";';
  expect([...findMoves(changedLines([longLine]), changedLines([longLine]))]).toEqual([[0, 0]]);
  expect([...findMoves(changedLines(['return true;']), changedLines(['return true;']))]).toEqual([]);
});

test('ignores a block of trivial lines', () => {
  expect([...findMoves(changedLines(['}', '', '}', ')']), changedLines(['}', '', '}', ')']))]).toEqual([]);
});

test('ignores a block whose lines are not adjacent', () => {
  const [firstLine, secondLine, thirdLine] = block;
  expect([
    ...findMoves(changedLines([firstLine, secondLine, undefined, thirdLine]), changedLines(block)),
  ]).toEqual([]);
});

test('prefers the origin with the longer block', () => {
  const moves = findMoves(
    changedLines([...block, 'export { add };']),
    changedLines(block, ['x', ...block, 'export { add };']),
  );
  expect([...moves.values()]).toEqual([4, 5, 6, 7]);
});

test('skips many trivial lines at once', () => {
  const trivial = Array.from({ length: 20_000 }, () => '}');
  const moves = findMoves(changedLines([...trivial, ...block]), changedLines([...trivial, 'x', ...block]));
  expect([...moves]).toEqual([
    [20_000, 20_001],
    [20_001, 20_002],
    [20_002, 20_003],
  ]);
});
