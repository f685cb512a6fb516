/** Finds the identifier at an offset of a line. */
import { expect, test } from 'vitest';
import { wordAt, findWords } from '../../../web/src/lib/features/code/word-at.ts';

const line = 'const $größe = this._size2(a+b);';

test.each([
  [0, 'const'],
  [4, 'const'],
  // An offset directly after the last letter still belongs to the word.
  [5, 'const'],
  [6, '$größe'],
  [13, null],
  [line.indexOf('_size2') + 3, '_size2'],
  [line.indexOf('a+b'), 'a'],
  [line.indexOf('b)'), 'b'],
  [line.length, null],
])('finds the word at offset %i: %s', (offset, name) => {
  const word = wordAt(line, offset);
  expect(word?.name ?? null).toBe(name);
  if (word !== null) expect(line.slice(word.start, word.end)).toBe(name);
});

test('ignores numbers, and words that start with a digit', () => {
  expect(findWords('x1 = 12 + 3').map(({ name }) => name)).toEqual(['x1']);
});

test('handles very long lines, and limits the number of words', () => {
  const long = 'ab '.repeat(100_000);
  expect(wordAt(long, 150_001)).toEqual({ name: 'ab', start: 150_000, end: 150_002 });
  expect(findWords(long, 7)).toHaveLength(7);
});
