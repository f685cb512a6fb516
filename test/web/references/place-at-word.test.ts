/** Places a box at a word within the window. */
import { expect, test } from 'vitest';
import { placeAtWord } from '../../../web/src/lib/features/references/place-at-word.ts';

const window = { width: 800, height: 600 };
const box = { width: 300, height: 200 };

test.each([
  ['below a word', { left: 100, top: 100, bottom: 120 }, { left: 100, top: 126 }],
  ['above a word at the bottom', { left: 100, top: 500, bottom: 520 }, { left: 100, top: 294 }],
  ['within the right edge', { left: 700, top: 100, bottom: 120 }, { left: 492, top: 126 }],
])('%s', (_, word, expected) => {
  expect(placeAtWord(word, box, window)).toEqual(expected);
});

test('within a window that has room on neither side', () => {
  const { top } = placeAtWord({ left: 0, top: 150, bottom: 170 }, box, { width: 800, height: 300 });
  expect(top).toBe(92);
});
