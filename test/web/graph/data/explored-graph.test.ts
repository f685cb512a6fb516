/** The explored graph grows with each expanded node. Filters and a limit decide which part of it is visible. */
import { describe, expect, test } from 'vitest';
import type { GraphAnswer, GraphEdge, GraphNode } from '../../../../web/src/lib/api.ts';
import {
  toEdgeRows,
  listLanguages,
  mergeGraph,
  filterGraph,
} from '../../../../web/src/lib/features/graph/data/explored-graph.ts';

const node = (id: string, overrides: Partial<GraphNode> = {}): GraphNode => ({
  id,
  kind: 'function',
  name: id,
  symbol: id,
  path: `src/${id}.py`,
  language: 'python',
  role: 'source',
  startLine: 1,
  endLine: 9,
  nameLine: 1,
  signature: '',
  documentation: '',
  exported: true,
  complexity: 1,
  rank: 0,
  ...overrides,
});
const edge = (from: string, to: string, overrides: Partial<GraphEdge> = {}): GraphEdge => ({
  from,
  to,
  kind: 'calls',
  tier: 'resolved',
  path: `src/${from}.py`,
  line: 4,
  ...overrides,
});

const answer = (focus: string, overrides: Partial<GraphAnswer> = {}): GraphAnswer => ({
  query: 'neighbours',
  focus: node(focus),
  within: [],
  others: [],
  nodes: [],
  edges: [],
  unsure: [],
  total: 0,
  truncated: false,
  hidden: [],
  repeat: '',
  totalMs: 1,
  ...overrides,
});
const main = answer('a', {
  nodes: [node('b', { distance: 1 }), node('c', { distance: 2 })],
  edges: [
    edge('a', 'b', { line: 8, tier: 'import-scoped' }),
    edge('a', 'b', { line: 9, kind: 'uses' }),
    edge('b', 'c'),
  ],
});
const noFilter = { sourceOnly: false, languages: [] as readonly string[], maxNodes: 300 };

describe('mergeGraph', () => {
  test('merges the edges between two nodes into one link, most certain first', () => {
    const { links } = mergeGraph(main, []);
    expect(links.map(({ id }) => id)).toEqual(['a>b', 'b>c']);
    expect(links[0]).toMatchObject({ kinds: ['calls', 'uses'], tier: 'resolved' });
    expect(links[0]?.edges.map(({ line }) => line)).toEqual([9, 8]);
  });

  test('adds the neighbors of expanded nodes, in any order of expansion', () => {
    const firstExpansion = answer('c', { nodes: [node('d', { distance: 1 })], edges: [edge('c', 'd')] });
    const secondExpansion = answer('d', { nodes: [node('e', { distance: 1 })], edges: [edge('d', 'e')] });
    for (const expansions of [
      [firstExpansion, secondExpansion],
      [secondExpansion, firstExpansion],
    ]) {
      const graph = mergeGraph(main, expansions);
      expect(graph.nodes.map(({ id, distance }) => [id, distance])).toEqual([
        ['a', 0],
        ['b', 1],
        ['c', 2],
        ['d', 3],
        ['e', 4],
      ]);
      expect([...graph.expanded].toSorted()).toEqual(['c', 'd']);
    }
  });

  test('ignores an expanded node outside the graph', () => {
    const graph = mergeGraph(main, [answer('z', { nodes: [node('y')], edges: [edge('z', 'y')] })]);
    expect(graph.nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(graph.expanded.size).toBe(0);
  });

  test('links to the focus in place of the nodes inside it, and keeps their names', () => {
    const graph = mergeGraph(
      answer('Store', {
        within: [node('Store.cut')],
        nodes: [node('b', { distance: 1 })],
        edges: [edge('b', 'Store.cut'), edge('Store.cut', 'Store')],
      }),
      [],
    );
    expect(graph.links.map(({ id }) => id)).toEqual(['b>Store']);
    const [row] = toEdgeRows(filterGraph(graph, noFilter));
    expect(row).toMatchObject({ fromName: 'b', toName: 'Store.cut' });
  });
});

describe('the graph filter', () => {
  const graph = mergeGraph(
    answer('a', {
      nodes: [
        node('far', { distance: 2, rank: 9 }),
        node('low', { distance: 1, rank: 1 }),
        node('high', { distance: 1, rank: 5 }),
        node('check', { distance: 1, role: 'test', language: 'go' }),
      ],
      edges: [edge('a', 'far'), edge('a', 'high'), edge('check', 'a')],
    }),
    [],
  );
  const listIds = (filter: Partial<typeof noFilter>): string[] =>
    filterGraph(graph, { ...noFilter, ...filter }).nodes.map(({ id }) => id);

  test('keeps the nearest and then the most-referenced nodes within the limit', () => {
    expect(listIds({})).toEqual(['a', 'high', 'low', 'check', 'far']);
    const visible = filterGraph(graph, { ...noFilter, maxNodes: 2 });
    expect(visible.nodes.map(({ id }) => id)).toEqual(['a', 'high']);
    expect(visible.overLimit).toBe(3);
    expect(visible.links.map(({ id }) => id)).toEqual(['a>high']);
  });

  test('never filters out the focus', () => {
    expect(listIds({ sourceOnly: true })).not.toContain('check');
    expect(listIds({ languages: ['go'] })).toEqual(['a', 'check']);
    expect(filterGraph(graph, { ...noFilter, languages: ['go'] }).filtered).toBe(3);
  });

  test('lists languages, most common first', () => {
    expect(listLanguages(graph)).toEqual(['python', 'go']);
  });
});
