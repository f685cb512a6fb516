/** Characters typed in quick succession form one text. */
import { expect, test } from 'vitest';
import { createTypeAhead } from '../../../web/src/lib/features/files/type-ahead.ts';

test('ends the text at a pause or at a key that types no character', () => {
  const typeAhead = createTypeAhead();
  expect(typeAhead.add('m', 0)).toBe('m');
  expect(typeAhead.add('ArrowDown', 50)).toBe('');
  expect(typeAhead.add('r', 100)).toBe('r');
  expect(typeAhead.add('Shift', 200)).toBe('');
  expect(typeAhead.add('e', 300)).toBe('re');
  expect(typeAhead.isTyping(500)).toBe(true);
  expect(typeAhead.add(' ', 600)).toBe('re ');
  expect(typeAhead.isTyping(1400)).toBe(false);
  expect(typeAhead.add('x', 1400)).toBe('x');
});
