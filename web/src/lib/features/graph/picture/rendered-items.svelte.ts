/** The nodes and edges that the picture shows. They are rendered a few per frame, so that hundreds of nodes do not block the page. */
import type { Edge, Node } from '@xyflow/svelte';
import type { PictureGraph } from '../data/group-nodes.ts';
import { toFlowEdge, toFlowNode } from './flow-items.ts';
import type { NodePositions } from './layout-graph.ts';
import { retainItems, findNewItems, upsertItems, renderInSteps, createBatchStep } from './render-in-steps.ts';

interface RenderedItems {
  nodes: Node[];
  edges: Edge[];
  /** All items of the graph are rendered. */
  readonly isReady: boolean;
  /** Moves existing items and adds new ones, nodes before edges. Stops the rendering of an earlier graph. */
  readonly render: (graph: PictureGraph, positions: NodePositions) => void;
  readonly stop: () => void;
}

/** Calls `onready` when all items of a graph are rendered. */
export function createRenderedItems(onready: () => void): RenderedItems {
  let nodes = $state.raw<Node[]>([]);
  let edges = $state.raw<Edge[]>([]);
  let isReady = $state(false);
  let stop: (() => void) | undefined;

  function render(graph: PictureGraph, positions: NodePositions): void {
    stop?.();
    const byId = new Map(positions.map((position) => [position.id, position]));
    const allNodes = graph.nodes.map((node) => toFlowNode(node, byId.get(node.id) ?? { x: 0, y: 0 }));
    const allEdges = graph.links.map(toFlowEdge);
    isReady = false;
    edges = retainItems(edges, allEdges);
    nodes = retainItems(nodes, allNodes);
    stop = renderInSteps([
      createBatchStep(allNodes, (batch) => (nodes = upsertItems(nodes, batch))),
      createBatchStep(findNewItems(edges, allEdges), (batch) => (edges = [...edges, ...batch])),
      createBatchStep([true], () => {
        isReady = true;
        onready();
      }),
    ]);
  }

  return {
    get nodes() {
      return nodes;
    },
    set nodes(next) {
      nodes = next;
    },
    get edges() {
      return edges;
    },
    set edges(next) {
      edges = next;
    },
    get isReady() {
      return isReady;
    },
    render,
    stop: () => stop?.(),
  };
}
