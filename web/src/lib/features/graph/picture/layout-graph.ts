/**
 * Lays out a graph in layers from left to right: referring nodes come before their targets. Returns the upper left corner of each node.
 * Layers come from dagre (Gansner et al. 1993, "A technique for drawing directed graphs"). A layer with many nodes wraps into columns,
 * so that the picture does not become one tall column.
 */
import { Graph, layout } from '@dagrejs/dagre';
import { groupBy } from '../../../group-by.ts';

export interface LayoutNode {
  readonly id: string;
}

export interface LayoutLink {
  readonly from: string;
  readonly to: string;
}

export type NodePositions = readonly { readonly id: string; readonly x: number; readonly y: number }[];

/** In pixels. */
export const nodeSize = { width: 208, height: 48 } as const;
const gap = { layer: 96, row: 16, column: 28 } as const;
/** The maximum number of nodes in a column. */
const maxRows = 14;

interface Position {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

export function layoutGraph(nodes: readonly LayoutNode[], links: readonly LayoutLink[]): NodePositions {
  const positions = layoutInLayers(nodes, links);
  const layers = [...groupBy(positions, ({ x }) => x)]
    .toSorted(([one], [other]) => one - other)
    .map(([, layer]) => layer.toSorted((one, other) => one.y - other.y));
  return layers.some((layer) => layer.length > maxRows) ? wrapTallLayers(layers) : positions;
}

function layoutInLayers(nodes: readonly LayoutNode[], links: readonly LayoutLink[]): readonly Position[] {
  const graph = new Graph();
  graph.setGraph({
    rankdir: 'LR',
    nodesep: gap.row,
    ranksep: gap.layer,
    // The network simplex ranker is too slow for large graphs.
    ranker: links.length > 200 ? 'longest-path' : 'network-simplex',
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...nodeSize });
  for (const { from, to } of links) if (from !== to) graph.setEdge(from, to);
  layout(graph);
  return nodes.map(({ id }) => {
    const { x = 0, y = 0 } = graph.node(id);
    return { id, x: Math.round(x - nodeSize.width / 2), y: Math.round(y - nodeSize.height / 2) };
  });
}

/** Centers every layer vertically and splits it into as many columns as it needs. */
function wrapTallLayers(layers: readonly (readonly Position[])[]): NodePositions {
  const step = nodeSize.height + gap.row;
  let x = 0;
  return layers.flatMap((layer) => {
    const columns = Math.ceil(layer.length / maxRows);
    const rows = Math.ceil(layer.length / columns);
    const left = x;
    x += columns * (nodeSize.width + gap.column) - gap.column + gap.layer;
    return layer.map(({ id }, index) => {
      const column = Math.floor(index / rows);
      const columnLength = Math.min(rows, layer.length - column * rows);
      return {
        id,
        x: left + column * (nodeSize.width + gap.column),
        y: Math.round(((index % rows) - (columnLength - 1) / 2) * step),
      };
    });
  });
}
