/**
 * Finds the shortest path between two definitions by bidirectional breadth-first search (Pohl, "Bi-directional
 * search", 1971).
 */

import type { GraphEdge, NodeId } from '../../core/code/edge.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { GraphStore } from '../../ports/graph-store.ts';
import { expandFrontier, type CutBy, type TraversalOptions } from './walk-graph.ts';

export interface Chain {
  /** The edges in order from the first node to the last; empty when no way was found. */
  readonly edges: readonly GraphEdge[];
  readonly cutBy: CutBy | undefined;
}

/** One side of the search: how each node it knows was reached. */
interface Front {
  readonly direction: 'in' | 'out';
  readonly reachedBy: Map<NodeId, GraphEdge | undefined>;
  edge: readonly NodeId[];
  steps: number;
}

export async function findChain(
  store: Pick<GraphStore, 'step' | 'maxNodes' | 'maxEdges'>,
  key: SnapshotKey,
  asked: {
    readonly from: readonly NodeId[];
    readonly to: readonly NodeId[];
    readonly way: Omit<TraversalOptions, 'direction'>;
  },
): Promise<Chain> {
  const { way } = asked;
  const ahead = frontAt('out', asked.from);
  const back = frontAt('in', asked.to);
  let cutBy: CutBy | undefined;
  while (ahead.edge.length > 0 && back.edge.length > 0) {
    const isEnough = ahead.steps + back.steps >= way.depth;
    const isTooMany = ahead.reachedBy.size + back.reachedBy.size > way.maxNodes;
    const isLate = ahead.steps > 0 && !way.mayGoOn();
    if (isEnough || isTooMany || isLate) {
      cutBy = isEnough ? 'depth' : isTooMany ? 'nodes' : 'time';
      break;
    }
    const [front, other] = ahead.edge.length <= back.edge.length ? [ahead, back] : [back, ahead];
    const { meeting, isCut } = await widen(store, key, { front, other, way });
    if (meeting !== undefined) return { edges: edgesThrough(meeting, ahead, back), cutBy: undefined };
    if (isCut) cutBy = 'nodes';
  }
  return { edges: [], cutBy };
}

/** The shortest way from a definition back to itself: a step where it calls itself, else through what it calls. */
export async function findCycle(
  store: Pick<GraphStore, 'step' | 'maxNodes' | 'maxEdges'>,
  key: SnapshotKey,
  { ids, way }: { readonly ids: readonly NodeId[]; readonly way: Omit<TraversalOptions, 'direction'> },
): Promise<Chain> {
  const { edges, isCut } = await expandFrontier(store, key, { from: ids, way: { ...way, direction: 'out' } });
  const own = edges.find(({ to }) => ids.includes(to));
  if (own !== undefined) return { edges: [own], cutBy: undefined };
  const from = [...new Set(edges.map(({ to }) => to))];
  const back = await findChain(store, key, { from, to: ids, way: { ...way, depth: way.depth - 1 } });
  const first = edges.find(({ to }) => to === back.edges[0]?.from);
  return first === undefined
    ? { edges: [], cutBy: isCut ? 'nodes' : back.cutBy }
    : { edges: [first, ...back.edges], cutBy: undefined };
}

function frontAt(direction: Front['direction'], nodes: readonly NodeId[]): Front {
  return { direction, reachedBy: new Map(nodes.map((id) => [id, undefined])), edge: nodes, steps: 0 };
}

async function widen(
  store: Pick<GraphStore, 'step' | 'maxNodes' | 'maxEdges'>,
  key: SnapshotKey,
  {
    front,
    other,
    way,
  }: { readonly front: Front; readonly other: Front; readonly way: Omit<TraversalOptions, 'direction'> },
): Promise<{ readonly meeting: NodeId | undefined; readonly isCut: boolean }> {
  const { edges, isCut } = await expandFrontier(store, key, {
    from: front.edge,
    way: { ...way, direction: front.direction },
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

/** Back to the start from the meeting, then on to the end. */
function edgesThrough(meeting: NodeId, ahead: Front, back: Front): readonly GraphEdge[] {
  const before: GraphEdge[] = [];
  for (let edge = ahead.reachedBy.get(meeting); edge !== undefined; edge = ahead.reachedBy.get(edge.from))
    before.unshift(edge);
  const after: GraphEdge[] = [];
  for (let edge = back.reachedBy.get(meeting); edge !== undefined; edge = back.reachedBy.get(edge.to))
    after.push(edge);
  return [...before, ...after];
}
