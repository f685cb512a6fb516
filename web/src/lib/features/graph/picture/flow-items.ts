/** Converts nodes and links to Svelte Flow items. Nodes have a fixed size, so that the library does not measure them. */
import { MarkerType, Position, type Edge, type Node } from '@xyflow/svelte';
import { formatCountOf } from '../../../format.ts';
import { edgeVerbs } from '../data/edge-labels.ts';
import type { Link } from '../data/explored-graph.ts';
import type { PictureNode } from '../data/group-nodes.ts';
import { nodeSize } from './layout-graph.ts';

export function toFlowNode(node: PictureNode, { x, y }: { readonly x: number; readonly y: number }): Node {
  const middle = nodeSize.height / 2;
  return {
    id: node.id,
    type: 'box',
    position: { x, y },
    ...nodeSize,
    handles: [
      { type: 'target', position: Position.Left, x: 0, y: middle, width: 1, height: 1 },
      { type: 'source', position: Position.Right, x: nodeSize.width, y: middle, width: 1, height: 1 },
    ],
    data: { node },
  };
}

export function toFlowEdge(link: Link): Edge {
  return {
    id: link.id,
    source: link.from,
    target: link.to,
    class: `tier-${link.tier} link-${link.kinds[0] ?? 'calls'}`,
    ariaLabel: `${link.kinds.map((kind) => edgeVerbs[kind]).join(', ')}, proven in ${formatCountOf(link.edges.length, 'place')}`,
    markerEnd: { type: MarkerType.ArrowClosed, width: 14, height: 14 },
    interactionWidth: 14,
  };
}
