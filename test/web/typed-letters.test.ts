/** Letters typed one soon after another belong together. */
import { expect, test } from 'vitest';
import { createTypedLetters } from '../../web/src/lib/features/files/typed-letters.ts';

test('until a pause, or a key that is no letter', () => {
  const letters = createTypedLetters();
  expect(letters.add('m', 0)).toBe('m');
  expect(letters.add('ArrowDown', 50)).toBe('');
  expect(letters.add('r', 100)).toBe('r');
  expect(letters.add('Shift', 200)).toBe('');
  expect(letters.add('e', 300)).toBe('re');
  expect(letters.isTyping(500)).toBe(true);
  expect(letters.add(' ', 600)).toBe('re ');
  expect(letters.isTyping(1400)).toBe(false);
  expect(letters.add('x', 1400)).toBe('x');
});
