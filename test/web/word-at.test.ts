/** The name at a place of a line. */
import { expect, test } from 'vitest';
import { wordAt, wordsOf } from '../../web/src/lib/features/code/word-at.ts';

const line = 'const $größe = this._size2(a+b);';

test.each([
  [0, 'const'],
  [4, 'const'],
  // Behind its last letter one is still at a word.
  [5, 'const'],
  [6, '$größe'],
  [13, null],
  [line.indexOf('_size2') + 3, '_size2'],
  [line.indexOf('a+b'), 'a'],
  [line.indexOf('b)'), 'b'],
  [line.length, null],
])('at %i: %s', (offset, name) => {
  const word = wordAt(line, offset);
  expect(word?.name ?? null).toBe(name);
  if (word !== null) expect(line.slice(word.start, word.end)).toBe(name);
});

test('a number is no name, and what begins with one is none', () => {
  expect(wordsOf('x1 = 12 + 3').map(({ name }) => name)).toEqual(['x1']);
});

test('of a very long line the word is found where it stands, and no more words than asked for', () => {
  const long = 'ab '.repeat(100_000);
  expect(wordAt(long, 150_001)).toEqual({ name: 'ab', start: 150_000, end: 150_002 });
  expect(wordsOf(long, 7)).toHaveLength(7);
});
