import { expect, test } from 'vitest';
import {
  toByteString,
  parseHeaderPath,
  fromByteString,
  unquotePath,
} from '../../../../clients/cli/history/git-path.ts';

test.each([
  ['a/plain.ts', 'a/plain.ts'],
  ['a/with space.ts\t', 'a/with space.ts'],
  [String.raw`"a/tab\tand \"quotes\" and \\.ts"`, 'a/tab\tand "quotes" and \\.ts'],
  [String.raw`"a/caf\303\251\n"`, 'a/caf\u00c3\u00a9\n'],
])('unquotes the path %j', (printed, path) => {
  expect(unquotePath(printed)).toBe(path);
});

test.each([
  ['a/x b/x', 'x'],
  ['a/x b/x b/x b/x', 'x b/x'],
  [String.raw`"a/t\tx" "b/t\tx"`, 't\tx'],
  ['a/x b/y', undefined],
])('reads the path of the diff header %j: %j', (names, path) => {
  expect(parseHeaderPath(names)).toBe(path);
});

test('converts a path between bytes and text, and replaces invalid UTF-8', () => {
  expect(fromByteString(toByteString('münchen/straße 東京.ts'))).toBe('münchen/straße 東京.ts');
  expect(fromByteString('caf\u00e9')).toBe('caf\uFFFD');
});
