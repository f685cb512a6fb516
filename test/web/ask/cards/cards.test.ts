/** The contents of cards: code locations in cells, visible columns, levels around a focus, and links to the graph and history pages. */
import { describe, expect, test } from 'vitest';
import type { Card, GraphEdge } from '../../../../web/src/lib/api.ts';
import { cardGraphPath, cardHistoryPath } from '../../../../web/src/lib/features/ask/cards/card-paths.ts';
import {
  parseCellLocation,
  constantColumns,
  visibleColumns,
} from '../../../../web/src/lib/features/ask/cards/table-columns.ts';
import { graphLevels, type CardNode } from '../../../../web/src/lib/features/ask/cards/graph-levels.ts';
import { findLineText } from '../../../../web/src/lib/features/ask/sources/evidence.ts';

const place = { repositoryId: 'r1', version: 's1' };
const node = (id: string, path = 'src/a.py'): CardNode => ({
  id,
  kind: 'function',
  name: id,
  symbol: id,
  path,
  startLine: 1,
  endLine: 2,
  role: 'source',
  complexity: 1,
});
const edge = (from: string, to: string): GraphEdge => ({
  from,
  to,
  kind: 'calls',
  tier: 'resolved',
  path: 'src/a.py',
  line: 3,
});
const base = { id: 'x', title: 'X', total: 1, truncated: false };
const table = (query: string): Extract<Card, { type: 'table' }> => ({
  ...base,
  type: 'table',
  query,
  csv: `${query}&format=csv`,
  columns: ['Name', 'File', 'Proof'],
  rows: [{ cells: ['run', 'src/a.py', 'src/a.py:4'] }, { cells: ['cut', 'b.py', 'b.py:12'] }],
});

describe('parseCellLocation', () => {
  test.each([
    ['src/app.ts:12', 'src/app.ts', 12, 12],
    ['a b/c.py:3-9', 'a b/c.py', 3, 9],
  ])('parses %s', (cell, path, startLine, endLine) => {
    expect(parseCellLocation(cell)).toEqual({ path, range: { startLine, endLine } });
  });

  test.each(['run', 'std::x:3', '12', 'at:3', '', 'http'])('returns null for %j', (cell) => {
    expect(parseCellLocation(cell)).toBeNull();
  });
});

test('hides a column that only repeats the paths of another column', () => {
  const card = table('/v1/repositories/r1/graph/callers?symbol=run');
  expect(visibleColumns(card)).toEqual([0, 2]);
  const cardWithOtherFile = { ...card, rows: [...card.rows, { cells: ['x', 'c.py', 'src/a.py:9'] }] };
  expect(visibleColumns(cardWithOtherFile)).toEqual([0, 1, 2]);
  expect(visibleColumns({ ...card, rows: [] })).toEqual([0, 1, 2]);
});

test('finds columns with the same value in every row', () => {
  const card = table('/v1/repositories/r1/graph/callers?symbol=run');
  const findConstantColumns = (...rows: string[][]) =>
    constantColumns({ ...card, rows: rows.map((cells) => ({ cells })) });
  expect(findConstantColumns(['a', '1', 'x'], ['b', '1', 'x'])).toEqual(new Set([1, 2]));
  expect(findConstantColumns(['a', '1', 'x'])).toEqual(new Set());
  expect(findConstantColumns(['a', '1', 'x'], ['a', '1', 'x'])).toEqual(new Set());
});

test('finds the text of a line in the evidence', () => {
  const evidence = [
    { kind: 'commit' },
    { kind: 'code', path: 'a.py', startLine: 4, endLine: 6, text: 'four\n  five\nsix\n' },
  ] as const;
  expect(findLineText(evidence, { path: 'a.py', line: 5 })).toBe('five');
  expect(findLineText(evidence, { path: 'a.py', line: 7 })).toBe('');
  expect(findLineText(evidence, { path: 'b.py', line: 5 })).toBe('');
});

test('links a timeline to the history of its path', () => {
  expect(cardHistoryPath(place, '/v1/repositories/r1/timeline?path=src%2Fa+b.py&version=s1')).toBe(
    '/r/r1/history?path=src%2Fa+b.py&version=s1',
  );
  expect(cardHistoryPath(place, '/v1/repositories/r1/timeline?path=')).toBe('/r/r1/history?version=s1');
});

describe('graphLevels', () => {
  test('groups nodes by distance in both directions, each node once, despite cycles', () => {
    const levels = graphLevels({
      ...base,
      type: 'graph',
      query: '/v1',
      focus: node('f'),
      nodes: ['a', 'b', 'c', 'out'].map((id) => node(id)),
      edges: [
        edge('a', 'f'),
        edge('b', 'a'),
        edge('c', 'a'),
        edge('a', 'b'),
        edge('f', 'out'),
        edge('f', 'f'),
      ],
    });
    expect(
      levels.map(({ direction, steps, nodes }) => [direction, steps, ...nodes.map((item) => item.node.id)]),
    ).toEqual([
      ['in', 1, 'a'],
      ['in', 2, 'b', 'c'],
      ['out', 1, 'out'],
    ]);
  });

  test('treats nodes inside the focus as part of the focus', () => {
    const levels = graphLevels({
      ...base,
      type: 'graph',
      query: '/v1',
      focus: node('Store'),
      nodes: [node('Store.cut'), node('caller', 'src/b.py')],
      edges: [edge('caller', 'Store.cut')],
    });
    expect(levels).toMatchObject([{ direction: 'in', steps: 1, nodes: [{ node: { id: 'caller' } }] }]);
  });
});

const readGraphLink = (card: Card): Record<string, string> | null => {
  const path = cardGraphPath(place, card);
  return path === null ? null : Object.fromEntries(new URL(path, 'http://localhost').searchParams);
};

describe('cardGraphPath', () => {
  test('links a table to its node, with the same direction and depth', () => {
    expect(readGraphLink(table('/v1/repositories/r1/graph/dependents?symbol=run&path=a.py&depth=3'))).toEqual(
      {
        symbol: 'run',
        path: 'a.py',
        direction: 'in',
        depth: '3',
        version: 's1',
      },
    );
    expect(readGraphLink(table('/v1/repositories/r1/grep?x=1'))).toBeNull();
  });

  test('links a chain to its first node, with its length as the depth', () => {
    const chain: Card = {
      ...base,
      type: 'chain',
      query: '/v1/repositories/r1/graph/chain?symbol=a&to=c',
      nodes: ['a', 'b', 'c'].map((id) => node(id)),
      edges: [edge('a', 'b'), edge('b', 'c')],
    };
    expect(readGraphLink(chain)).toMatchObject({ symbol: 'a', direction: 'out', depth: '2' });
  });
});
