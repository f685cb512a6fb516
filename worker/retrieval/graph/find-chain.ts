/**
 * Finds the shortest path between two definitions by bidirectional breadth-first search (Pohl, "Bi-directional
 * search", 1971).
 */

import type { GraphEdge, NodeId } from '../../core/code/edge.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { GraphStore } from '../../ports/graph-store.ts';
import { expandFrontier, type CutBy, type TraversalOptions } from './walk-graph.ts';

export interface Chain {
  /** The edges in order from the first node to the last; empty if there is no path. */
  readonly edges: readonly GraphEdge[];
  readonly cutBy: CutBy | undefined;
}

/** One side of the search, with the edge by which it reached each node. */
interface Frontier {
  readonly direction: 'in' | 'out';
  readonly reachedBy: Map<NodeId, GraphEdge | undefined>;
  edge: readonly NodeId[];
  steps: number;
}

export async function findChain(
  store: Pick<GraphStore, 'step' | 'maxNodes' | 'maxEdges'>,
  key: SnapshotKey,
  search: {
    readonly from: readonly NodeId[];
    readonly to: readonly NodeId[];
    readonly options: Omit<TraversalOptions, 'direction'>;
  },
): Promise<Chain> {
  const { options } = search;
  const forward = createFrontier('out', search.from);
  const backward = createFrontier('in', search.to);
  let cutBy: CutBy | undefined;
  while (forward.edge.length > 0 && backward.edge.length > 0) {
    const isTooDeep = forward.steps + backward.steps >= options.depth;
    const isTooMany = forward.reachedBy.size + backward.reachedBy.size > options.maxNodes;
    const isLate = forward.steps > 0 && !options.hasTimeLeft();
    if (isTooDeep || isTooMany || isLate) {
      cutBy = isTooDeep ? 'depth' : isTooMany ? 'nodes' : 'time';
      break;
    }
    const [front, other] =
      forward.edge.length <= backward.edge.length ? [forward, backward] : [backward, forward];
    const { meeting, isCut } = await advanceFrontier(store, key, { front, other, options });
    if (meeting !== undefined) return { edges: joinEdges(meeting, forward, backward), cutBy: undefined };
    if (isCut) cutBy = 'nodes';
  }
  return { edges: [], cutBy };
}

/** Finds the shortest path from a definition back to itself: directly, or through the definitions it calls. */
export async function findCycle(
  store: Pick<GraphStore, 'step' | 'maxNodes' | 'maxEdges'>,
  key: SnapshotKey,
  {
    ids,
    options,
  }: { readonly ids: readonly NodeId[]; readonly options: Omit<TraversalOptions, 'direction'> },
): Promise<Chain> {
  const { edges, isCut } = await expandFrontier(store, key, {
    from: ids,
    options: { ...options, direction: 'out' },
  });
  const selfCall = edges.find(({ to }) => ids.includes(to));
  if (selfCall !== undefined) return { edges: [selfCall], cutBy: undefined };
  const from = [...new Set(edges.map(({ to }) => to))];
  const back = await findChain(store, key, {
    from,
    to: ids,
    options: { ...options, depth: options.depth - 1 },
  });
  const first = edges.find(({ to }) => to === back.edges[0]?.from);
  return first === undefined
    ? { edges: [], cutBy: isCut ? 'nodes' : back.cutBy }
    : { edges: [first, ...back.edges], cutBy: undefined };
}

function createFrontier(direction: Frontier['direction'], nodes: readonly NodeId[]): Frontier {
  return { direction, reachedBy: new Map(nodes.map((id) => [id, undefined])), edge: nodes, steps: 0 };
}

async function advanceFrontier(
  store: Pick<GraphStore, 'step' | 'maxNodes' | 'maxEdges'>,
  key: SnapshotKey,
  {
    front,
    other,
    options,
  }: {
    readonly front: Frontier;
    readonly other: Frontier;
    readonly options: Omit<TraversalOptions, 'direction'>;
  },
): Promise<{ readonly meeting: NodeId | undefined; readonly isCut: boolean }> {
  const { edges, isCut } = await expandFrontier(store, key, {
    from: front.edge,
    options: { ...options, direction: front.direction },
  });
  const next: NodeId[] = [];
  let meeting: NodeId | undefined;
  for (const edge of edges) {
    const reached = front.direction === 'out' ? edge.to : edge.from;
    if (front.reachedBy.has(reached)) continue;
    front.reachedBy.set(reached, edge);
    next.push(reached);
    if (meeting === undefined && other.reachedBy.has(reached)) meeting = reached;
  }
  front.edge = next;
  front.steps += 1;
  return { meeting, isCut };
}

/** Joins the edges from the start to the meeting node with those from there to the end. */
function joinEdges(meeting: NodeId, ahead: Frontier, back: Frontier): readonly GraphEdge[] {
  const before: GraphEdge[] = [];
  for (let edge = ahead.reachedBy.get(meeting); edge !== undefined; edge = ahead.reachedBy.get(edge.from))
    before.unshift(edge);
  const after: GraphEdge[] = [];
  for (let edge = back.reachedBy.get(meeting); edge !== undefined; edge = back.reachedBy.get(edge.to))
    after.push(edge);
  return [...before, ...after];
}
