/** Traverses the graph breadth-first within budgets, and reports which budget stopped it. */

import type { EdgeKind, EdgeTier, GraphEdge, NodeId } from '../../core/code/edge.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { GraphStore } from '../../ports/graph-store.ts';

export type CutBy = 'nodes' | 'time' | 'depth';

/** Which edges are followed, and how far. */
export interface TraversalOptions {
  readonly direction: 'in' | 'out';
  readonly kinds: readonly EdgeKind[];
  readonly tiers: readonly EdgeTier[];
  /** Steps at most. */
  readonly depth: number;
  /** Nodes a walk may reach. */
  readonly maxNodes: number;
  /** Whether time is left; asked before each step but the first. */
  readonly mayGoOn: () => boolean;
}

export interface Walk {
  /** Distance from the nearest start, the starts left out unless an edge leads back to them. */
  readonly distances: ReadonlyMap<NodeId, number>;
  /** Every edge followed, each once. */
  readonly edges: readonly GraphEdge[];
  readonly cutBy: CutBy | undefined;
}

type Steps = Pick<GraphStore, 'step' | 'members' | 'maxNodes' | 'maxEdges'>;

/**
 * Walks from the starts. `next` says which nodes of those just reached are gone on from, and as which: the members of a class
 * beside it, a file for what lies in it.
 */
export async function walkGraph(
  store: Steps,
  key: SnapshotKey,
  asked: {
    readonly from: readonly NodeId[];
    readonly way: TraversalOptions;
    readonly next: (reached: readonly GraphEdge[], distance: number) => Promise<readonly NodeId[]>;
  },
): Promise<Walk> {
  const { way } = asked;
  const distances = new Map<NodeId, number>();
  const edges = new Map<string, GraphEdge>();
  const seen = new Set(asked.from);
  let frontier: readonly NodeId[] = asked.from;
  for (let distance = 1; frontier.length > 0; distance += 1) {
    if (distance > way.depth) return { distances, edges: [...edges.values()], cutBy: undefined };
    if (distance > 1 && !way.mayGoOn()) return { distances, edges: [...edges.values()], cutBy: 'time' };
    const stepped = await expandFrontier(store, key, { from: frontier, way });
    for (const edge of stepped.edges) {
      edges.set(edgeKey(edge), edge);
      const reached = way.direction === 'in' ? edge.from : edge.to;
      if (!distances.has(reached)) distances.set(reached, distance);
    }
    if (stepped.isCut || distances.size > way.maxNodes)
      return { distances, edges: [...edges.values()], cutBy: 'nodes' };
    const reached = await asked.next(stepped.edges, distance);
    frontier = reached.filter((id) => !seen.has(id));
    for (const id of frontier) seen.add(id);
  }
  return { distances, edges: [...edges.values()], cutBy: undefined };
}

/** One step from however many nodes, asked for in as many calls as the store needs. */
export async function expandFrontier(
  store: Pick<GraphStore, 'step' | 'maxNodes' | 'maxEdges'>,
  key: SnapshotKey,
  {
    from,
    way,
  }: {
    readonly from: readonly NodeId[];
    readonly way: Pick<TraversalOptions, 'direction' | 'kinds' | 'tiers'>;
  },
): Promise<{ readonly edges: readonly GraphEdge[]; readonly isCut: boolean }> {
  const { direction, kinds, tiers } = way;
  const edges: GraphEdge[] = [];
  let isCut = false;
  for (let at = 0; at < from.length; at += store.maxNodes) {
    const found = await store.step(key, {
      from: from.slice(at, at + store.maxNodes),
      direction,
      kinds,
      tiers,
    });
    for (const edge of found) edges.push(edge);
    isCut ||= found.length >= store.maxEdges;
  }
  return { edges, isCut };
}

export function edgeKey(edge: GraphEdge): string {
  return `${edge.kind} ${edge.from} ${edge.to} ${edge.path}:${edge.line}`;
}

/** The file a node is, or lies in. */
export function fileNodeId(id: NodeId): NodeId {
  return id.startsWith('package:') ? id : (id.split('.')[0] ?? id);
}
