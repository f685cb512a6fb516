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

/** One direction of the search, with the edge by which it reached each node. */
interface Frontier {
  readonly direction: 'in' | 'out';
  readonly reachedBy: Map<NodeId, GraphEdge | undefined>;
  /** The nodes that the last step reached. */
  boundary: readonly NodeId[];
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
  while (forward.boundary.length > 0 && backward.boundary.length > 0) {
    const isTooDeep = forward.steps + backward.steps >= options.depth;
    const hasTooManyNodes = forward.reachedBy.size + backward.reachedBy.size > options.maxNodes;
    const isOutOfTime = forward.steps > 0 && !options.hasTimeLeft();
    if (isTooDeep || hasTooManyNodes || isOutOfTime) {
      cutBy = isTooDeep ? 'depth' : hasTooManyNodes ? 'nodes' : 'time';
      break;
    }
    const [advancing, opposite] =
      forward.boundary.length <= backward.boundary.length ? [forward, backward] : [backward, forward];
    const { meetings, isCut } = await advanceFrontier(store, key, { advancing, opposite, options });
    // Of several shortest chains, the one that the code reaches first: error handling usually follows the regular calls.
    const [chain] = meetings
      .map((meeting) => joinEdges(meeting, forward, backward))
      .toSorted((a, b) => (a[0]?.line ?? 0) - (b[0]?.line ?? 0));
    if (chain !== undefined) return { edges: chain, cutBy: undefined };
    if (isCut) cutBy = 'nodes';
  }
  return { edges: [], cutBy };
}

/** Finds the shortest path from a definition back to itself, directly or through the definitions that it calls. */
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
  const returnPath = await findChain(store, key, {
    from,
    to: ids,
    options: { ...options, depth: options.depth - 1 },
  });
  const first = edges.find(({ to }) => to === returnPath.edges[0]?.from);
  return first === undefined
    ? { edges: [], cutBy: isCut ? 'nodes' : returnPath.cutBy }
    : { edges: [first, ...returnPath.edges], cutBy: undefined };
}

function createFrontier(direction: Frontier['direction'], nodes: readonly NodeId[]): Frontier {
  return { direction, reachedBy: new Map(nodes.map((id) => [id, undefined])), boundary: nodes, steps: 0 };
}

async function advanceFrontier(
  store: Pick<GraphStore, 'step' | 'maxNodes' | 'maxEdges'>,
  key: SnapshotKey,
  {
    advancing,
    opposite,
    options,
  }: {
    readonly advancing: Frontier;
    readonly opposite: Frontier;
    readonly options: Omit<TraversalOptions, 'direction'>;
  },
): Promise<{ readonly meetings: readonly NodeId[]; readonly isCut: boolean }> {
  const { edges, isCut } = await expandFrontier(store, key, {
    from: advancing.boundary,
    options: { ...options, direction: advancing.direction },
  });
  const next: NodeId[] = [];
  const meetings: NodeId[] = [];
  for (const edge of edges) {
    const reached = advancing.direction === 'out' ? edge.to : edge.from;
    if (advancing.reachedBy.has(reached)) continue;
    advancing.reachedBy.set(reached, edge);
    next.push(reached);
    if (opposite.reachedBy.has(reached)) meetings.push(reached);
  }
  advancing.boundary = next;
  advancing.steps += 1;
  return { meetings, isCut };
}

/** Joins the edges from the start to the meeting node with the edges from there to the end. */
function joinEdges(meeting: NodeId, forward: Frontier, backward: Frontier): readonly GraphEdge[] {
  const before: GraphEdge[] = [];
  for (let edge = forward.reachedBy.get(meeting); edge !== undefined; edge = forward.reachedBy.get(edge.from))
    before.unshift(edge);
  const after: GraphEdge[] = [];
  for (let edge = backward.reachedBy.get(meeting); edge !== undefined; edge = backward.reachedBy.get(edge.to))
    after.push(edge);
  return [...before, ...after];
}
