/** Shortcuts of a file page, which leave keys to fields and to the browser unless the code has the focus. */
import { expect, test } from 'vitest';
import { createFileKeys } from '../../../web/src/lib/features/files/file-keys.ts';

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

test('g then l goes to a line', () => {
  const keys = createFileKeys();
  expect(keys({ ...plain, key: 'g' }, 0)).toBeNull();
  expect(keys({ ...plain, key: 'l' }, 800)).toBe('go-to-line');
  expect(keys({ ...plain, key: 'l' }, 900)).toBeNull();
});

test('g then o shows the outline', () => {
  const keys = createFileKeys();
  keys({ ...plain, key: 'g' }, 0);
  expect(keys({ ...plain, key: 'o' }, 800)).toBe('outline');
});

test('ignores sequences with another key, a long pause, or in a field', () => {
  const keys = createFileKeys();
  keys({ ...plain, key: 'g' }, 0);
  keys({ ...plain, key: 'x' }, 100);
  expect(keys({ ...plain, key: 'l' }, 200)).toBeNull();
  keys({ ...plain, key: 'g' }, 300);
  expect(keys({ ...plain, key: 'l' }, 3000)).toBeNull();
  keys({ ...plain, key: 'g', taken: true }, 4000);
  expect(keys({ ...plain, key: 'l' }, 4100)).toBeNull();
});
