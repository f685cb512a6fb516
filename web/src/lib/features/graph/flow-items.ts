/** Nodes and links as the picture's library takes them: of one known size, so that it has nothing to measure. */
import { MarkerType, Position, type Edge, type Node } from '@xyflow/svelte';
import { edgeVerbs } from './edge-words.ts';
import type { ExploredNode, Link } from './explored-graph.ts';
import { nodeSize } from './layout-graph.ts';

export function flowNode(node: ExploredNode, { x, y }: { readonly x: number; readonly y: number }): Node {
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

export function flowEdge(link: Link): Edge {
  return {
    id: link.id,
    source: link.from,
    target: link.to,
    class: `tier-${link.tier} link-${link.kinds[0] ?? 'calls'}`,
    ariaLabel: `${link.kinds.map((kind) => edgeVerbs[kind]).join(', ')}, proved ${link.edges.length} times`,
    markerEnd: { type: MarkerType.ArrowClosed, width: 14, height: 14 },
    interactionWidth: 14,
  };
}
