/** The picture as a file: every node and link that has a place, names escaped, how sure a link is told by its dashes. */
import { expect, test } from 'vitest';
import type { ExploredNode, Link } from '../../web/src/lib/features/graph/explored-graph.ts';
import { graphSvg } from '../../web/src/lib/features/graph/graph-svg.ts';

const node = (id: string, name: string): ExploredNode => ({
  id,
  kind: 'function',
  name,
  symbol: name,
  path: 'src/a.ts',
  language: 'typescript',
  role: 'source',
  startLine: 1,
  endLine: 2,
  nameLine: 1,
  signature: '',
  documentation: '',
  exported: true,
  complexity: 1,
  rank: 0,
  distance: 0,
});
const link = (from: string, to: string, tier: Link['tier']): Link => ({
  id: `${from}>${to}`,
  from,
  to,
  edges: [],
  kinds: ['calls'],
  tier,
});
const drawn = {
  nodes: [node('1', 'operator<'), node('2', 'b'), node('3', 'nowhere')],
  links: [link('1', '2', 'resolved'), link('2', '1', 'name-match'), link('1', '3', 'resolved')],
  placed: [
    { id: '1', x: 0, y: 0 },
    { id: '2', x: 300, y: 0 },
  ],
  dark: false,
};

test('what has a place is drawn', () => {
  const svg = graphSvg(drawn);
  expect(svg).toContain('operator&lt;');
  expect(svg).not.toContain('operator<');
  expect(svg.match(/<title>/g)).toHaveLength(2);
  expect(svg.match(/marker-end/g)).toHaveLength(2);
  expect(svg.match(/stroke-dasharray/g)).toHaveLength(1);
  expect(svg).toContain('viewBox="-24 -24 556 96"');
});

test('dark is another page', () => {
  expect(graphSvg({ ...drawn, dark: true })).not.toBe(graphSvg(drawn));
});
