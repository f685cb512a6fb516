import { expect, test } from 'vitest';
import { createChangedLines, findMoves } from '../../../../../clients/cli/history/lines/find-moves.ts';
import type { ChangedLines } from '../../../../../clients/cli/history/lines/find-moves.ts';
import { countAlphanumerics, hashLine } from '../../../../../clients/cli/history/lines/hash-line.ts';

/** Lines of one file after another, `undefined` where the next is no neighbour. */
function changed(...files: (string | undefined)[][]): ChangedLines {
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

test('a block of three lines was moved, indented or not', () => {
  const moves = findMoves(changed(['new', ...block.map((line) => `\t${line}`)]), changed(['old'], block));
  expect([...moves]).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
});

test('a long line alone was moved, a short one was not', () => {
  const long = 'export const explanation = "long enough to be told from any other";';
  expect([...findMoves(changed([long]), changed([long]))]).toEqual([[0, 0]]);
  expect([...findMoves(changed(['return true;']), changed(['return true;']))]).toEqual([]);
});

test('lines that say nothing are no block', () => {
  expect([...findMoves(changed(['}', '', '}', ')']), changed(['}', '', '}', ')']))]).toEqual([]);
});

test('lines that are no neighbours are no block', () => {
  const [one, two, three] = block;
  expect([...findMoves(changed([one, two, undefined, three]), changed(block))]).toEqual([]);
});

test('of two places the one with the longer block is where it came from', () => {
  const moves = findMoves(
    changed([...block, 'export { add };']),
    changed(block, ['x', ...block, 'export { add };']),
  );
  expect([...moves.values()]).toEqual([4, 5, 6, 7]);
});

test('many lines that say nothing are passed over in one go', () => {
  const nothing = Array.from({ length: 20_000 }, () => '}');
  const moves = findMoves(changed([...nothing, ...block]), changed([...nothing, 'x', ...block]));
  expect([...moves]).toEqual([
    [20_000, 20_001],
    [20_001, 20_002],
    [20_002, 20_003],
  ]);
});
