/** Serializes graphs as files: graphology's JSON, GraphML, and CSV with one row per edge. */

import type { GraphExport } from '../contract/graph/schema.ts';
import type { GraphEdge, GraphNode } from '../core/code/edge.ts';
import type { ExportedGraph } from '../flows/graph/export-graph.ts';
import type { GraphOutcome } from '../flows/graph/graph-query.ts';
import { formatCsv } from './format-csv.ts';

type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Graphology's serialization format (https://graphology.github.io/serialization.html). */
export function graphToJson(graph: ExportedGraph, attributes: Attributes): GraphExport {
  return {
    attributes: { ...attributes },
    options: { type: 'directed', multi: true, allowSelfLoops: true },
    nodes: graph.nodes.map((node) => ({ key: node.id, attributes: { ...node.attributes } })),
    edges: graph.edges.map((edge, index) => ({
      key: `e${index}`,
      source: edge.from,
      target: edge.to,
      attributes: edgeAttributes(edge),
    })),
  };
}

/** GraphML 1.0 (http://graphml.graphdrawing.org/specification.html), in pieces. */
export function* graphToGraphml(graph: ExportedGraph, attributes: Attributes): Generator<string> {
  const nodeTypes = attributeTypes(graph.nodes.map((node) => node.attributes));
  const edgeTypes = attributeTypes(graph.edges.slice(0, 1).map(edgeAttributes));
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n';
  yield (
    keyElements('graph', attributeTypes([attributes])) +
    keyElements('node', nodeTypes) +
    keyElements('edge', edgeTypes)
  );
  yield `<graph edgedefault="directed">\n${dataElements('graph', attributes)}`;
  for (const node of graph.nodes)
    yield `<node id="${escapeXml(node.id)}">${dataElements('node', node.attributes)}</node>\n`;
  for (const [index, edge] of graph.edges.entries()) {
    const ends = `source="${escapeXml(edge.from)}" target="${escapeXml(edge.to)}"`;
    yield `<edge id="e${index}" ${ends}>${dataElements('edge', edgeAttributes(edge))}</edge>\n`;
  }
  yield '</graph>\n</graphml>\n';
}

function edgeAttributes({ kind, tier, path, line }: GraphEdge): Record<string, string | number> {
  return { kind, tier, path, line };
}

function attributeTypes(all: readonly Attributes[]): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const attributes of all)
    for (const [name, value] of Object.entries(attributes))
      types.set(
        name,
        typeof value === 'number' ? 'double' : typeof value === 'boolean' ? 'boolean' : 'string',
      );
  return types;
}

function keyElements(target: string, types: ReadonlyMap<string, string>): string {
  return [...types]
    .map(
      ([name, type]) =>
        `<key id="${target}-${name}" for="${target}" attr.name="${name}" attr.type="${type}"/>\n`,
    )
    .join('');
}

function dataElements(target: string, attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => `<data key="${target}-${name}">${escapeXml(String(value))}</data>`)
    .join('');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML 1.0 cannot represent, such as control characters in a path, become U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (found) => entities[found] ?? found)
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}');
}

const columns = [
  'distance',
  'kind',
  'tier',
  'from',
  'fromPath',
  'fromLine',
  'to',
  'toPath',
  'toLine',
  'path',
  'line',
];

/** One row per edge; `path` and `line` locate the code behind the edge. */
export function outcomeToCsv(outcome: GraphOutcome): string {
  const nodes = new Map<string, GraphNode & { distance?: number }>(
    [outcome.focus, ...outcome.within, ...outcome.nodes].map((node) => [node.id, node]),
  );
  const rows = outcome.edges.map((edge) => {
    const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
    const distance = Math.max(from?.distance ?? 0, to?.distance ?? 0);
    return [
      distance,
      edge.kind,
      edge.tier,
      ...edgeEndCells(edge.from, from),
      ...edgeEndCells(edge.to, to),
      edge.path,
      edge.line,
    ];
  });
  return formatCsv([columns, ...rows]);
}

function edgeEndCells(id: string, node: GraphNode | undefined): readonly (string | number)[] {
  return [node?.symbol ?? node?.name ?? id, node?.path ?? '', node?.startLine ?? ''];
}
