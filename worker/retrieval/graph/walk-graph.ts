/** Traverses the graph breadth-first within budgets, and reports which budget stopped it. */

import type { EdgeKind, EdgeTier, GraphEdge, NodeId } from '../../core/code/edge.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { GraphStore } from '../../ports/graph-store.ts';

export type CutBy = 'nodes' | 'time' | 'depth';

/** The edges to follow, and the limits of the walk. */
export interface TraversalOptions {
  readonly direction: 'in' | 'out';
  readonly kinds: readonly EdgeKind[];
  readonly tiers: readonly EdgeTier[];
  /** The maximum number of steps. */
  readonly depth: number;
  /** The maximum number of nodes to reach. */
  readonly maxNodes: number;
  /** Called before each step except the first. */
  readonly hasTimeLeft: () => boolean;
}

export interface Walk {
  /** Distance from the nearest start. Starts are included only if an edge leads back to them. */
  readonly distances: ReadonlyMap<NodeId, number>;
  /** The unique edges that the walk followed. */
  readonly edges: readonly GraphEdge[];
  readonly cutBy: CutBy | undefined;
}

type WalkStore = Pick<GraphStore, 'step' | 'members' | 'maxNodes' | 'maxEdges'>;

/**
 * Walks from the starts. `next` maps the edges just followed to the nodes of the next step: for example a class and its members,
 * or a file instead of a definition in it.
 */
export async function walkGraph(
  store: WalkStore,
  key: SnapshotKey,
  walk: {
    readonly from: readonly NodeId[];
    readonly options: TraversalOptions;
    readonly next: (reached: readonly GraphEdge[], distance: number) => Promise<readonly NodeId[]>;
  },
): Promise<Walk> {
  const { options } = walk;
  const distances = new Map<NodeId, number>();
  const edges = new Map<string, GraphEdge>();
  const visited = new Set(walk.from);
  let frontier: readonly NodeId[] = walk.from;
  for (let distance = 1; frontier.length > 0; distance += 1) {
    if (distance > options.depth) return { distances, edges: [...edges.values()], cutBy: undefined };
    if (distance > 1 && !options.hasTimeLeft())
      return { distances, edges: [...edges.values()], cutBy: 'time' };
    const expansion = await expandFrontier(store, key, { from: frontier, options });
    for (const edge of expansion.edges) {
      edges.set(edgeKey(edge), edge);
      const reached = options.direction === 'in' ? edge.from : edge.to;
      if (!distances.has(reached)) distances.set(reached, distance);
    }
    if (expansion.isCut || distances.size > options.maxNodes)
      return { distances, edges: [...edges.values()], cutBy: 'nodes' };
    const reached = await walk.next(expansion.edges, distance);
    frontier = reached.filter((id) => !visited.has(id));
    for (const id of frontier) visited.add(id);
  }
  return { distances, edges: [...edges.values()], cutBy: undefined };
}

/** Takes one step from any number of nodes, in as many store calls as needed. */
export async function expandFrontier(
  store: Pick<GraphStore, 'step' | 'maxNodes' | 'maxEdges'>,
  key: SnapshotKey,
  {
    from,
    options,
  }: {
    readonly from: readonly NodeId[];
    readonly options: Pick<TraversalOptions, 'direction' | 'kinds' | 'tiers'>;
  },
): Promise<{ readonly edges: readonly GraphEdge[]; readonly isCut: boolean }> {
  const { direction, kinds, tiers } = options;
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

/** Returns the ID of the file that contains a node. A file or package has its own ID. */
export function fileNodeId(id: NodeId): NodeId {
  return id.startsWith('package:') ? id : (id.split('.')[0] ?? id);
}
