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
/** A layer with more nodes wraps into columns, if the picture has no size. */
const defaultRows = 14;
/** The numbers of nodes in a column that are tried, so that the picture fills the available space. */
const rowChoices = Array.from({ length: 30 }, (_, index) => index + 3);

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Position {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

/** @param size the available space; the layers wrap so that the picture is as large as possible in it */
export function layoutGraph(
  nodes: readonly LayoutNode[],
  links: readonly LayoutLink[],
  size?: Size,
): NodePositions {
  const positions = layoutInLayers(nodes, links);
  const layers = [...groupBy(positions, ({ x }) => x)]
    .toSorted(([one], [other]) => one - other)
    .map(([, layer]) => layer.toSorted((one, other) => one.y - other.y));
  if (size === undefined)
    return layers.some((layer) => layer.length > defaultRows)
      ? wrapTallLayers(layers, defaultRows)
      : positions;
  return rowChoices
    .map((rows) => wrapTallLayers(layers, rows))
    .reduce((best, wrapped) => (fitZoom(wrapped, size) > fitZoom(best, size) ? wrapped : best), positions);
}

function spread(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

/** The zoom at which the whole picture fits into the space. */
function fitZoom(positions: NodePositions, { width, height }: Size): number {
  return Math.min(
    1,
    width / (spread(positions.map(({ x }) => x)) + nodeSize.width),
    height / (spread(positions.map(({ y }) => y)) + nodeSize.height),
  );
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
function wrapTallLayers(layers: readonly (readonly Position[])[], maxRows: number): NodePositions {
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
