import { expect, test } from 'vitest';
import { pathBytes, pathOfHeader, pathText, unquotePath } from '../../../../clients/cli/history/git-path.ts';

test.each([
  ['a/plain.ts', 'a/plain.ts'],
  ['a/with space.ts\t', 'a/with space.ts'],
  [String.raw`"a/tab\tand \"quotes\" and \\.ts"`, 'a/tab\tand "quotes" and \\.ts'],
  [String.raw`"a/caf\303\251\n"`, 'a/caf\u00c3\u00a9\n'],
])('%j is read as git meant it', (printed, path) => {
  expect(unquotePath(printed)).toBe(path);
});

test.each([
  ['a/x b/x', 'x'],
  ['a/x b/x b/x b/x', 'x b/x'],
  [String.raw`"a/t\tx" "b/t\tx"`, 't\tx'],
  ['a/x b/y', undefined],
])('the header %j names %j', (names, path) => {
  expect(pathOfHeader(names)).toBe(path);
});

test('bytes and text of a path lead to one another', () => {
  expect(pathText(pathBytes('münchen/straße 東京.ts'))).toBe('münchen/straße 東京.ts');
  expect(pathText('caf\u00e9')).toBe('caf\uFFFD');
});
