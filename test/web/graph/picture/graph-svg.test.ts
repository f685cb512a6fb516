/** The SVG file contains all nodes and links with a position, escaped names, and dashes for links that are less certain. */
import { expect, test } from 'vitest';
import type { ExploredNode, Link } from '../../../../web/src/lib/features/graph/data/explored-graph.ts';
import { renderGraphSvg } from '../../../../web/src/lib/features/graph/picture/graph-svg.ts';

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
const drawing = {
  nodes: [node('1', 'operator<'), node('2', 'b'), node('3', 'nowhere')],
  links: [link('1', '2', 'resolved'), link('2', '1', 'name-match'), link('1', '3', 'resolved')],
  positions: [
    { id: '1', x: 0, y: 0 },
    { id: '2', x: 300, y: 0 },
  ],
  isDark: false,
};

test('draws only the nodes and links that have a position', () => {
  const svg = renderGraphSvg(drawing);
  expect(svg).toContain('operator&lt;');
  expect(svg).not.toContain('operator<');
  expect(svg.match(/<title>/g)).toHaveLength(2);
  expect(svg.match(/marker-end/g)).toHaveLength(2);
  expect(svg.match(/stroke-dasharray/g)).toHaveLength(1);
  expect(svg).toContain('viewBox="-24 -24 556 96"');
});

test('uses the dark palette', () => {
  expect(renderGraphSvg({ ...drawing, isDark: true })).not.toBe(renderGraphSvg(drawing));
});
