/** Text that is typed before the palette is open. */
import { expect, test } from 'vitest';
import { typedAhead } from '../../../web/src/lib/features/shell/typed-ahead.ts';

const press = (key: string, ctrlKey = false): boolean =>
  typedAhead.collect({ key, ctrlKey, metaKey: false, altKey: false });

test('collects text until it is taken, and leaves other keys alone', () => {
  expect(press('a')).toBe(false);
  typedAhead.begin('x');
  expect(['a', ' ', 'b', 'c', 'Backspace', 'Enter'].map((key) => press(key))).toEqual(Array(6).fill(true));
  expect(press('k', true)).toBe(false);
  expect(press('Escape')).toBe(false);
  expect(typedAhead.take()).toBe('xa b');
  expect(press('d')).toBe(false);
  expect(typedAhead.take()).toBe('');
});
