/** The shortcuts of a file page. Keys that belong to a field, an overlay or the browser run no command. */
import { expect, test } from 'vitest';
import { createFileKeys } from '../../../web/src/lib/features/files/file-keys.ts';

const plainPress = {
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isTaken: false,
  isInCode: false,
};

test.each([
  [{ key: 'g', ctrlKey: true }, 'go-to-line'],
  [{ key: 'g', ctrlKey: true, isTaken: true }, null],
  [{ key: 'f', ctrlKey: true, isInCode: true }, 'find'],
  [{ key: 'f', metaKey: true, isInCode: true }, 'find'],
  [{ key: 'f', ctrlKey: true }, null],
  [{ key: 'f', ctrlKey: true, isInCode: true, shiftKey: true }, null],
  [{ key: 'l' }, null],
  [{ key: 'F12' }, 'definition'],
  [{ key: 'F12', shiftKey: true }, 'references'],
  [{ key: 'F12', ctrlKey: true }, null],
  [{ key: 'F12', isTaken: true }, null],
] as const)('reads %j as the command %s', (press, command) => {
  expect(createFileKeys()({ ...plainPress, ...press }, 0)).toBe(command);
});

test('g then l goes to a line', () => {
  const keys = createFileKeys();
  expect(keys({ ...plainPress, key: 'g' }, 0)).toBeNull();
  expect(keys({ ...plainPress, key: 'l' }, 800)).toBe('go-to-line');
  expect(keys({ ...plainPress, key: 'l' }, 900)).toBeNull();
});

test('g then o shows the outline', () => {
  const keys = createFileKeys();
  keys({ ...plainPress, key: 'g' }, 0);
  expect(keys({ ...plainPress, key: 'o' }, 800)).toBe('outline');
});

test('ignores a sequence with another key, with a long pause, or in a field', () => {
  const keys = createFileKeys();
  keys({ ...plainPress, key: 'g' }, 0);
  keys({ ...plainPress, key: 'x' }, 100);
  expect(keys({ ...plainPress, key: 'l' }, 200)).toBeNull();
  keys({ ...plainPress, key: 'g' }, 300);
  expect(keys({ ...plainPress, key: 'l' }, 3000)).toBeNull();
  keys({ ...plainPress, key: 'g', isTaken: true }, 4000);
  expect(keys({ ...plainPress, key: 'l' }, 4100)).toBeNull();
});
