/** What a card shows: places its cells name, the columns worth their room, levels around a focus, the way to the graph page. */
import { describe, expect, test } from 'vitest';
import type { Card, GraphEdge } from '../../web/src/lib/api.ts';
import { cardGraphPath } from '../../web/src/lib/features/ask/cards/card-graph-path.ts';
import { cardHistoryPath } from '../../web/src/lib/features/ask/cards/card-history-path.ts';
import { cellPlace } from '../../web/src/lib/features/ask/cards/cell-place.ts';
import { graphLevels, type CardNode } from '../../web/src/lib/features/ask/cards/graph-levels.ts';
import { provingLine } from '../../web/src/lib/features/ask/cards/proving-line.ts';
import { constantColumns, shownColumns } from '../../web/src/lib/features/ask/cards/shown-columns.ts';

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

describe('cellPlace', () => {
  test.each([
    ['src/app.ts:12', 'src/app.ts', 12, 12],
    ['a b/c.py:3-9', 'a b/c.py', 3, 9],
  ])('%s is a place', (cell, path, startLine, endLine) => {
    expect(cellPlace(cell)).toEqual({ path, range: { startLine, endLine } });
  });

  test.each(['run', 'std::x:3', '12', 'at:3', '', 'http'])('%s is none', (cell) => {
    expect(cellPlace(cell)).toBeNull();
  });
});

test('a column that only repeats the paths of another is not shown', () => {
  const card = table('/v1/repositories/r1/graph/callers?symbol=run');
  expect(shownColumns(card)).toEqual([0, 2]);
  const other = { ...card, rows: [...card.rows, { cells: ['x', 'c.py', 'src/a.py:9'] }] };
  expect(shownColumns(other)).toEqual([0, 1, 2]);
  expect(shownColumns({ ...card, rows: [] })).toEqual([0, 1, 2]);
});

test('a column that tells the same in every row is constant', () => {
  const card = table('/v1/repositories/r1/graph/callers?symbol=run');
  const of = (...rows: string[][]) => constantColumns({ ...card, rows: rows.map((cells) => ({ cells })) });
  expect(of(['a', '1', 'x'], ['b', '1', 'x'])).toEqual(new Set([1, 2]));
  expect(of(['a', '1', 'x'])).toEqual(new Set());
  expect(of(['a', '1', 'x'], ['a', '1', 'x'])).toEqual(new Set());
});

test('a line is told where a source holds it', () => {
  const evidence = [
    { kind: 'commit' },
    { kind: 'code', path: 'a.py', startLine: 4, endLine: 6, text: 'four\n  five\nsix\n' },
  ] as const;
  expect(provingLine(evidence, { path: 'a.py', line: 5 })).toBe('five');
  expect(provingLine(evidence, { path: 'a.py', line: 7 })).toBe('');
  expect(provingLine(evidence, { path: 'b.py', line: 5 })).toBe('');
});

test('a timeline leads to the history of what it is of', () => {
  expect(cardHistoryPath(place, '/v1/repositories/r1/timeline?path=src%2Fa+b.py&version=s1')).toBe(
    '/r/r1/history?path=src%2Fa+b.py&version=s1',
  );
  expect(cardHistoryPath(place, '/v1/repositories/r1/timeline?path=')).toBe('/r/r1/history?version=s1');
});

describe('graphLevels', () => {
  test('by steps on either side, each node once, circles and all', () => {
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
      levels.map(({ direction, steps, nodes }) => [direction, steps, ...nodes.map((one) => one.node.id)]),
    ).toEqual([
      ['in', 1, 'a'],
      ['in', 2, 'b', 'c'],
      ['out', 1, 'out'],
    ]);
  });

  test('what lies in the focus counts as the focus', () => {
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

const read = (card: Card): Record<string, string> | null => {
  const path = cardGraphPath(place, card);
  return path === null ? null : Object.fromEntries(new URL(path, 'http://localhost').searchParams);
};

describe('cardGraphPath', () => {
  test('a table leads to the node it is about, the same way and as far', () => {
    expect(read(table('/v1/repositories/r1/graph/dependents?symbol=run&path=a.py&depth=3'))).toEqual({
      symbol: 'run',
      path: 'a.py',
      direction: 'in',
      depth: '3',
      version: 's1',
    });
    expect(read(table('/v1/repositories/r1/grep?x=1'))).toBeNull();
  });

  test('a chain leads to its first node, as far as it is long', () => {
    const chain: Card = {
      ...base,
      type: 'chain',
      query: '/v1/repositories/r1/graph/chain?symbol=a&to=c',
      nodes: ['a', 'b', 'c'].map((id) => node(id)),
      edges: [edge('a', 'b'), edge('b', 'c')],
    };
    expect(read(chain)).toMatchObject({ symbol: 'a', direction: 'out', depth: '2' });
  });
});
