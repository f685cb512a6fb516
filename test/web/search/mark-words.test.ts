/** Search words in a text are marked, and the text stays the same. */
import { array, assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { splitAtWords } from '../../../web/src/lib/features/search/mark-words.ts';

const bracketMatches = (text: string, words: readonly string[]): string =>
  splitAtWords(text, words)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('');

test.each([
  ['src/Chunk/chunks.ts', ['chunk'], 'src/[Chunk]/[chunk]s.ts'],
  ['src/a.ts', ['a', 'src'], '[src]/[a].ts'],
  ['chunks.ts', ['chunk', 'chunks'], '[chunks].ts'],
  ['src/a.ts', ['', '*.ts'], 'src/a.ts'],
])('splits %s at %j', (text, words, expected) => {
  expect(bracketMatches(text, words)).toBe(expected);
});

test('returns pieces that concatenate to the text', () => {
  assert(
    property(string({ unit: 'grapheme' }), array(string()), (text, words) => {
      expect(
        splitAtWords(text, words)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
