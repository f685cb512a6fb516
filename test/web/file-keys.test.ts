/** Keys on the page of a file: its own where the code has focus, the browser's and the field's elsewhere. */
import { expect, test } from 'vitest';
import { createFileKeys } from '../../web/src/lib/features/files/file-keys.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, taken: false, inCode: false };

test.each([
  [{ key: 'g', ctrlKey: true }, 'go-to-line'],
  [{ key: 'g', ctrlKey: true, taken: true }, null],
  [{ key: 'f', ctrlKey: true, inCode: true }, 'find'],
  [{ key: 'f', metaKey: true, inCode: true }, 'find'],
  [{ key: 'f', ctrlKey: true }, null],
  [{ key: 'f', ctrlKey: true, inCode: true, shiftKey: true }, null],
  [{ key: 'l' }, null],
  [{ key: 'F12' }, 'definition'],
  [{ key: 'F12', shiftKey: true }, 'references'],
  [{ key: 'F12', ctrlKey: true }, null],
  [{ key: 'F12', taken: true }, null],
] as const)('%j is %s', (press, command) => {
  expect(createFileKeys()({ ...plain, ...press }, 0)).toBe(command);
});

test('g and soon after l asks for a line', () => {
  const keys = createFileKeys();
  expect(keys({ ...plain, key: 'g' }, 0)).toBeNull();
  expect(keys({ ...plain, key: 'l' }, 800)).toBe('go-to-line');
  expect(keys({ ...plain, key: 'l' }, 900)).toBeNull();
});

test('g and soon after o asks for the outline', () => {
  const keys = createFileKeys();
  keys({ ...plain, key: 'g' }, 0);
  expect(keys({ ...plain, key: 'o' }, 800)).toBe('outline');
});

test('with another key or a long pause between, or in a field, it does not', () => {
  const keys = createFileKeys();
  keys({ ...plain, key: 'g' }, 0);
  keys({ ...plain, key: 'x' }, 100);
  expect(keys({ ...plain, key: 'l' }, 200)).toBeNull();
  keys({ ...plain, key: 'g' }, 300);
  expect(keys({ ...plain, key: 'l' }, 3000)).toBeNull();
  keys({ ...plain, key: 'g', taken: true }, 4000);
  expect(keys({ ...plain, key: 'l' }, 4100)).toBeNull();
});
