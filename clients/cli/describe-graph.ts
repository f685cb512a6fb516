/** An answer of the graph, for a terminal: each result by the lines that prove it. */

import type { GraphAnswer, GraphEdge, GraphNode } from '../../worker/contract/graph.ts';
import { table } from './table.ts';

export function describeGraph(answer: GraphAnswer): string {
  return [
    `${nameOf(answer.focus)} (${answer.focus.kind}, ${placeOf(answer.focus)})`,
    ...(answer.edges.length === 0 ? [] : [table(answer.edges.map((edge) => rowOf(edge, answer)))]),
    ...unsureLines(answer),
    countLine(answer),
    ...answer.hidden.map((sentence) => `  ${sentence}`),
    ...othersLines(answer),
  ].join('\n');
}

function rowOf(edge: GraphEdge, answer: GraphAnswer): readonly string[] {
  const from = endOf(edge.from, answer);
  const to = endOf(edge.to, answer);
  return [`  ${edge.path}:${edge.line}`, `${from} ${verbs[edge.kind]} ${to}`, edge.tier, edge.text ?? ''];
}

const verbs = {
  defines: 'defines',
  'has-method': 'has',
  imports: 'imports',
  calls: 'calls',
  extends: 'extends',
  implements: 'implements',
  uses: 'uses',
} as const satisfies Record<GraphEdge['kind'], string>;

function endOf(id: string, { focus, nodes, within }: GraphAnswer): string {
  const node = [focus, ...nodes, ...within].find((one) => one.id === id);
  return node === undefined ? id.replace(/^package:/, '') : nameOf(node);
}

function nameOf(node: GraphNode): string {
  return node.symbol ?? (node.kind === 'file' ? node.path : node.name);
}

function placeOf(node: GraphNode): string {
  return node.kind === 'package' ? 'outside the repository' : `${node.path}:${node.nameLine}`;
}

function unsureLines({ unsure }: GraphAnswer): readonly string[] {
  if (unsure.length === 0) return [];
  const rows = unsure.map((place) => [
    `  ${place.path}:${place.line}`,
    `${place.name}, which ${place.candidates} definitions bear`,
  ]);
  return ['By name alone, perhaps:', table(rows)];
}

function countLine({ total, nodes, edges, truncated, truncatedBy }: GraphAnswer): string {
  const cut = truncated ? `, cut short by ${truncatedBy ?? 'limit'}` : '';
  const shown = nodes.length < total ? `, ${nodes.length} shown` : '';
  const places = edges.length > nodes.length ? `, at ${edges.length} places` : '';
  return `${total === 0 ? 'None known' : `${total} found`}${places}${shown}${cut}`;
}

function othersLines({ others }: GraphAnswer): readonly string[] {
  if (others.length === 0) return [];
  const places = others.map((node) => `  ${nameOf(node)} (${node.kind}, ${placeOf(node)})`);
  return ['Others of that name; ask for one with --path:', ...places];
}
