/** The tree lists the entries of open folders in order, and its keys follow the ARIA tree pattern. */
import { describe, expect, test } from 'vitest';
import type { TreeEntry } from '../../../web/src/lib/api.ts';
import {
  listParentFolders,
  moveInTree,
  treeRows,
  findTypedRow,
  type TreeLevel,
} from '../../../web/src/lib/features/files/tree-rows.ts';

const folder = (path: string): TreeEntry => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  path,
  kind: 'folder',
  language: null,
  lines: null,
  files: 1,
});
const file = (path: string): TreeEntry => ({
  ...folder(path),
  kind: 'file',
  language: 'text',
  lines: 3,
  files: null,
});

const levels = new Map<string, TreeLevel>([
  ['', [folder('docs'), folder('src'), file('README.md')]],
  ['src', [folder('src/lib'), file('src/main.ts')]],
  ['src/lib', 'loading'],
  ['docs', 'failed'],
]);
const rows = treeRows({ levels, openFolders: new Set(['src']) });

describe('treeRows', () => {
  test('shows the entries of an open folder one level deeper', () => {
    expect(rows.map((row) => row.entry.path)).toEqual(['docs', 'src', 'src/lib', 'src/main.ts', 'README.md']);
    expect(rows.map((row) => row.depth)).toEqual([1, 1, 2, 2, 1]);
    expect(rows.map((row) => [row.position, row.siblingCount])).toEqual([
      [1, 3],
      [2, 3],
      [1, 2],
      [2, 2],
      [3, 3],
    ]);
    expect(rows.map((row) => row.isOpen)).toEqual([false, true, false, null, null]);
  });

  test('marks a folder whose level is loading or failed', () => {
    const allRows = treeRows({ levels, openFolders: new Set(['src', 'src/lib', 'docs']) });
    expect(allRows.find((row) => row.entry.path === 'src/lib')).toMatchObject({
      isOpen: true,
      isLoading: true,
    });
    expect(allRows.find((row) => row.entry.path === 'docs')).toMatchObject({ isOpen: true, hasFailed: true });
  });

  test('shows nothing before a level is loaded', () => {
    expect(treeRows({ levels: new Map(), openFolders: new Set() })).toEqual([]);
  });
});

describe('moveInTree', () => {
  test.each([
    ['docs', 'ArrowDown', { kind: 'focus', id: 'src' }],
    ['src', 'ArrowUp', { kind: 'focus', id: 'docs' }],
    ['docs', 'ArrowUp', null],
    ['README.md', 'ArrowDown', null],
    ['src/main.ts', 'Home', { kind: 'focus', id: 'docs' }],
    ['docs', 'End', { kind: 'focus', id: 'README.md' }],
    ['docs', 'PageDown', { kind: 'focus', id: 'src/main.ts' }],
    ['src/main.ts', 'PageDown', { kind: 'focus', id: 'README.md' }],
    ['src/lib', 'PageUp', { kind: 'focus', id: 'docs' }],
    ['docs', 'ArrowRight', { kind: 'open', id: 'docs' }],
    ['src', 'ArrowRight', { kind: 'focus', id: 'src/lib' }],
    ['src/main.ts', 'ArrowRight', null],
    ['src', 'ArrowLeft', { kind: 'close', id: 'src' }],
    ['src/main.ts', 'ArrowLeft', { kind: 'focus', id: 'src' }],
    ['docs', 'ArrowLeft', null],
    ['docs', 'x', null],
    ['no/such', 'ArrowDown', null],
  ])('for the row %s and the key %s, returns %j', (path, key, move) => {
    expect(moveInTree(rows, path, key, 3)).toEqual(move);
  });
});

test('lists the parent folders of a path, outermost first', () => {
  expect(listParentFolders('a/b/c.ts')).toEqual(['a', 'a/b']);
  expect(listParentFolders('c.ts')).toEqual([]);
});

describe('findTypedRow', () => {
  test.each([
    ['docs', 'm', 'src/main.ts'],
    ['docs', 'R', 'README.md'],
    ['src', 'lib', 'src/lib'],
    ['src', 'sr', 'src'],
    ['src', 's', 'src'],
    ['README.md', 'd', 'docs'],
    ['docs', 'x', null],
  ])('for the row %s and the text %j, returns %s', (path, typedText, target) => {
    expect(findTypedRow(rows, path, typedText)).toBe(target);
  });

  test('moves through all rows that begin with a letter when the letter is repeated', () => {
    const repeatedRows = treeRows({
      levels: new Map([['', [file('a1'), file('b'), file('a2')]]]),
      openFolders: new Set(),
    });
    expect(findTypedRow(repeatedRows, 'a1', 'a')).toBe('a2');
    expect(findTypedRow(repeatedRows, 'a2', 'aa')).toBe('a1');
  });
});

test('builds the rows of a huge folder in a deep tree', () => {
  const deepPaths = Array.from({ length: 200 }, (_, depth) =>
    Array.from({ length: depth + 1 }, () => 'd').join('/'),
  );
  const manyFiles = Array.from({ length: 5000 }, (_, index) => file(`${deepPaths.at(-1)}/f${index}`));
  const shape = new Map<string, TreeLevel>([
    ['', [folder('d')]],
    ...deepPaths.map((path, depth): [string, TreeLevel] => [
      path,
      depth === 199 ? manyFiles : [folder(`${path}/d`)],
    ]),
  ]);
  const allRows = treeRows({ levels: shape, openFolders: new Set(deepPaths) });
  expect(allRows).toHaveLength(5200);
  expect(allRows.at(-1)).toMatchObject({ depth: 201, position: 5000, siblingCount: 5000 });
});
