/** The outline nests definitions by their lines, collapses and filters them, and finds the definition around a line. */
import { describe, expect, test } from 'vitest';
import {
  outlineRows,
  findSymbolAt,
  type OutlineSymbol,
} from '../../../web/src/lib/features/outline/outline-rows.ts';

const symbol = (name: string, startLine: number, endLine: number, kind = 'function'): OutlineSymbol => ({
  id: `1.${name}`,
  name,
  qualifiedName: name,
  kind,
  path: 'src/a.py',
  startLine,
  endLine,
  nameLine: startLine,
  signature: `def ${name}()`,
  documentation: '',
  exported: true,
  complexity: 1,
});
const symbols = [
  symbol('Store', 1, 20, 'class'),
  symbol('read', 3, 6, 'method'),
  symbol('write', 8, 18, 'method'),
  symbol('retry', 10, 12),
  symbol('verify', 22, 30),
];
const noFilter = { collapsed: new Set<string>(), filter: '' };
const namesWithDepth = (rows: ReturnType<typeof outlineRows>): unknown[] =>
  rows.map(({ name, depth }) => [name, depth]);

describe('outlineRows', () => {
  test('nests enclosed definitions', () => {
    const rows = outlineRows(symbols, noFilter);
    expect(namesWithDepth(rows)).toEqual([
      ['Store', 1],
      ['read', 2],
      ['write', 2],
      ['retry', 3],
      ['verify', 1],
    ]);
    expect(rows.map(({ isOpen }) => isOpen)).toEqual([true, null, true, null, null]);
    expect(rows.map(({ position, siblingCount }) => `${position}/${siblingCount}`)).toEqual([
      '1/2',
      '1/2',
      '2/2',
      '1/1',
      '2/2',
    ]);
    expect(rows.map(({ parent }) => parent)).toEqual([null, '1.Store', '1.Store', '1.write', null]);
  });

  test('does not depend on the input order', () => {
    expect(namesWithDepth(outlineRows(symbols.toReversed(), noFilter))).toEqual(
      namesWithDepth(outlineRows(symbols, noFilter)),
    );
  });

  test('does not nest definitions on the same lines', () => {
    const rows = outlineRows([symbol('one', 4, 4), symbol('other', 4, 4)], noFilter);
    expect(namesWithDepth(rows)).toEqual([
      ['one', 1],
      ['other', 1],
    ]);
  });

  test('hides the children of a collapsed row', () => {
    expect(namesWithDepth(outlineRows(symbols, { ...noFilter, collapsed: new Set(['1.write']) }))).toEqual([
      ['Store', 1],
      ['read', 2],
      ['write', 2],
      ['verify', 1],
    ]);
  });

  test('finds matches of the filter in collapsed rows, and keeps their ancestors as context', () => {
    const rows = outlineRows(symbols, { collapsed: new Set(['1.Store']), filter: 'RETRY' });
    expect(rows.map(({ name, isContext }) => [name, isContext])).toEqual([
      ['Store', true],
      ['write', true],
      ['retry', false],
    ]);
  });

  test('requires every word of the filter to match the name or the kind', () => {
    expect(namesWithDepth(outlineRows(symbols, { ...noFilter, filter: 'method wr' }))).toEqual([
      ['Store', 1],
      ['write', 2],
    ]);
    expect(outlineRows(symbols, { ...noFilter, filter: 'nothing' })).toEqual([]);
  });

  test('limits the depth of thousands of nested definitions', () => {
    const nestedSymbols = Array.from({ length: 5000 }, (_, index) =>
      symbol(`f${index}`, index + 1, 20_000 - index),
    );
    const rows = outlineRows(nestedSymbols, noFilter);
    expect(rows).toHaveLength(5000);
    expect(Math.max(...rows.map(({ depth }) => depth))).toBeLessThanOrEqual(31);
  });
});

test.each([
  [11, 'retry'],
  [8, 'write'],
  [20, 'Store'],
  [21, null],
])('for line %i, finds %s', (line, name) => {
  expect(findSymbolAt(symbols, line)?.name ?? null).toBe(name);
  expect(findSymbolAt(symbols.toReversed(), line)?.name ?? null).toBe(name);
});
