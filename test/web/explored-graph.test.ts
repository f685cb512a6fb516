/** What is explored grows by what each expanded node brings; what is shown of it is filtered and bounded. */
import { describe, expect, test } from 'vitest';
import type { GraphAnswer, GraphEdge, GraphNode } from '../../web/src/lib/api.ts';
import { edgeRows } from '../../web/src/lib/features/graph/edge-rows.ts';
import { languagesOf, mergeGraph, showGraph } from '../../web/src/lib/features/graph/explored-graph.ts';

const node = (id: string, more: Partial<GraphNode> = {}): GraphNode => ({
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
  ...more,
});
const edge = (from: string, to: string, more: Partial<GraphEdge> = {}): GraphEdge => ({
  from,
  to,
  kind: 'calls',
  tier: 'resolved',
  path: `src/${from}.py`,
  line: 4,
  ...more,
});

const answer = (focus: string, more: Partial<GraphAnswer> = {}): GraphAnswer => ({
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
  ...more,
});
const main = answer('a', {
  nodes: [node('b', { distance: 1 }), node('c', { distance: 2 })],
  edges: [
    edge('a', 'b', { line: 8, tier: 'import-scoped' }),
    edge('a', 'b', { line: 9, kind: 'uses' }),
    edge('b', 'c'),
  ],
});
const all = { sourceOnly: false, languages: [] as readonly string[], maxNodes: 300 };

describe('mergeGraph', () => {
  test('edges between two nodes are one link, the surest first', () => {
    const { links } = mergeGraph(main, []);
    expect(links.map(({ id }) => id)).toEqual(['a>b', 'b>c']);
    expect(links[0]).toMatchObject({ kinds: ['calls', 'uses'], tier: 'resolved' });
    expect(links[0]?.edges.map(({ line }) => line)).toEqual([9, 8]);
  });

  test('an expanded node brings what it knows, whatever the order they were expanded in', () => {
    const first = answer('c', { nodes: [node('d', { distance: 1 })], edges: [edge('c', 'd')] });
    const second = answer('d', { nodes: [node('e', { distance: 1 })], edges: [edge('d', 'e')] });
    for (const expansions of [
      [first, second],
      [second, first],
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

  test('what is expanded out of sight brings nothing', () => {
    const graph = mergeGraph(main, [answer('z', { nodes: [node('y')], edges: [edge('z', 'y')] })]);
    expect(graph.nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(graph.expanded.size).toBe(0);
  });

  test('what lies in the focus counts as the focus, and keeps its name', () => {
    const graph = mergeGraph(
      answer('Store', {
        within: [node('Store.cut')],
        nodes: [node('b', { distance: 1 })],
        edges: [edge('b', 'Store.cut'), edge('Store.cut', 'Store')],
      }),
      [],
    );
    expect(graph.links.map(({ id }) => id)).toEqual(['b>Store']);
    const [row] = edgeRows(showGraph(graph, all));
    expect(row).toMatchObject({ fromName: 'b', toName: 'Store.cut' });
  });
});

describe('showGraph', () => {
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
  const ids = (wanted: Partial<typeof all>): string[] =>
    showGraph(graph, { ...all, ...wanted }).nodes.map(({ id }) => id);

  test('the nearest first, then the most referred to, no more than fit', () => {
    expect(ids({})).toEqual(['a', 'high', 'low', 'check', 'far']);
    const shown = showGraph(graph, { ...all, maxNodes: 2 });
    expect(shown.nodes.map(({ id }) => id)).toEqual(['a', 'high']);
    expect(shown.beyond).toBe(3);
    expect(shown.links.map(({ id }) => id)).toEqual(['a>high']);
  });

  test('filters leave out, but never the focus', () => {
    expect(ids({ sourceOnly: true })).not.toContain('check');
    expect(ids({ languages: ['go'] })).toEqual(['a', 'check']);
    expect(showGraph(graph, { ...all, languages: ['go'] }).filtered).toBe(3);
  });

  test('languages, the commonest first', () => {
    expect(languagesOf(graph)).toEqual(['python', 'go']);
  });
});
