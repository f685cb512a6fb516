/** Letters typed in quick succession form one text. */
import { expect, test } from 'vitest';
import { createTypeAhead } from '../../../web/src/lib/features/files/type-ahead.ts';

test('ends at a pause or at a key other than a letter', () => {
  const letters = createTypeAhead();
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
