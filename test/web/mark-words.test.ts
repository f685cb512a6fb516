/** Words found in a path are set off and the path stays what it is. */
import { array, assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { markWords } from '../../web/src/lib/features/search/mark-words.ts';

const shown = (text: string, words: readonly string[]): string =>
  markWords(text, words)
    .map((piece) => (piece.found ? `[${piece.text}]` : piece.text))
    .join('');

test.each([
  ['src/Chunk/chunks.ts', ['chunk'], 'src/[Chunk]/[chunk]s.ts'],
  ['src/a.ts', ['a', 'src'], '[src]/[a].ts'],
  ['chunks.ts', ['chunk', 'chunks'], '[chunks].ts'],
  ['src/a.ts', ['', '*.ts'], 'src/a.ts'],
])('%s with %j', (text, words, expected) => {
  expect(shown(text, words)).toBe(expected);
});

test('the pieces joined are the path', () => {
  assert(
    property(string({ unit: 'grapheme' }), array(string()), (text, words) => {
      expect(
        markWords(text, words)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
