/** Compares the definitions of two versions, paired by path and name. */
import { expect, it } from 'vitest';
import {
  compareDefinitions,
  type DigestedSymbol,
} from '../../../../worker/retrieval/versions/compare-definitions.ts';
import { compareFiles } from '../../../../worker/retrieval/versions/compare-files.ts';
import { findDifferingLines } from '../../../../worker/retrieval/versions/differing-lines.ts';

const symbol = (qualifiedName: string, overrides: Partial<DigestedSymbol> = {}): DigestedSymbol => ({
  id: qualifiedName,
  name: qualifiedName.split('.').at(-1) ?? '',
  qualifiedName,
  path: 'src/a.py',
  kind: 'function',
  role: 'source',
  fileHash: 'h',
  startLine: 1,
  endLine: 3,
  nameLine: 1,
  signature: `def ${qualifiedName}()`,
  documentation: '',
  exported: true,
  complexity: 1,
  digest: qualifiedName,
  ...overrides,
});
const formatChanges = (before: readonly DigestedSymbol[], after: readonly DigestedSymbol[]) =>
  compareDefinitions(before, after).map(({ name, change }) => [name, change]);

it('reports added, removed and changed definitions, but not unchanged ones', () => {
  const before = [
    symbol('same'),
    symbol('gone', { startLine: 5 }),
    symbol('head', { startLine: 10 }),
    symbol('body', { startLine: 20 }),
  ];
  const after = [
    symbol('same', { startLine: 2 }),
    symbol('head', { startLine: 11, signature: 'def head(x)', digest: 'other' }),
    symbol('body', { startLine: 21, digest: 'other' }),
    symbol('new', { startLine: 30 }),
  ];
  expect(formatChanges(before, after)).toEqual([
    ['gone', 'removed'],
    ['head', 'signature'],
    ['body', 'body'],
    ['new', 'added'],
  ]);
});

it('reports a definition in another place as moved, once', () => {
  const before = [symbol('one', { path: 'src/old.py' })];
  const after = [symbol('one'), symbol('one', { path: 'src/second.py' })];
  expect(formatChanges(before, after)).toEqual([
    ['one', 'moved'],
    ['one', 'added'],
  ]);
});

it('reports a changed member instead of its type', () => {
  const before = [symbol('Tool', { kind: 'class' }), symbol('Tool.run')];
  const after = [
    symbol('Tool', { kind: 'class', digest: 'other' }),
    symbol('Tool.run', { digest: 'another' }),
  ];
  expect(formatChanges(before, after)).toEqual([['Tool.run', 'body']]);
});

it('pairs definitions with the same name in order', () => {
  const before = [symbol('run', { digest: 'a' }), symbol('run', { digest: 'b', startLine: 9 })];
  const after = [symbol('run', { digest: 'a' }), symbol('run', { digest: 'c', startLine: 9 })];
  expect(compareDefinitions(before, after)).toMatchObject([{ change: 'body', after: { startLine: 9 } }]);
});

it('compares files, and reports the same content under another path as renamed', () => {
  expect(
    compareFiles([
      { path: 'b', before: undefined, after: '2' },
      { path: 'a', before: '1', after: undefined },
      { path: 'c', before: '3', after: '4' },
      { path: 'd', before: undefined, after: '1' },
      { path: 'e', before: undefined, after: '1' },
    ]),
  ).toEqual([
    { change: 'added', path: 'b', oldPath: undefined },
    { change: 'changed', path: 'c', oldPath: undefined },
    { change: 'renamed', path: 'd', oldPath: 'a' },
    { change: 'added', path: 'e', oldPath: undefined },
  ]);
});

it('returns the surplus occurrences of lines in either text', () => {
  expect(findDifferingLines('a\nb\nb\n}\n', 'a\nb\nc\n}}\n')).toEqual({ removed: ['b'], added: ['c'] });
});
