/** What lies around a set of nodes, whichever way the edges run. */

import type { EdgeKind, GraphEdge, NodeId } from '../../core/edge.ts';
import { edgeKey, walkGraph } from '../../retrieval/walk-graph.ts';
import { findFocus } from './find-focus.ts';
import type { GraphOutcome } from './graph-outcome.ts';
import { dependence, wayOf, type GraphQuestion, type GraphServices } from './graph-question.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { tellWalk } from './tell-walk.ts';

const neighbourKinds = [...dependence, 'has-method'] as const satisfies readonly EdgeKind[];

export async function askNeighbours(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  asked: GraphQuestion,
): Promise<GraphOutcome> {
  const { key } = resolved;
  const ids = (asked.id ?? '').split(',').filter((id) => id !== '');
  const focus = await findFocus(services, key, {
    named: { ...asked, id: ids[0] },
    mayBePackage: true,
  });
  const start = [...new Set([...focus.ids, ...ids])];
  const way = { ...wayOf(services, asked), kinds: asked.kinds ?? neighbourKinds, depth: asked.depth ?? 1 };
  const into = await walkGraph(services.graphStore, key, {
    from: start,
    way: { ...way, direction: 'in' },
    next,
  });
  const outOf = await walkGraph(services.graphStore, key, {
    from: start,
    way: { ...way, direction: 'out' },
    next,
  });
  const edges = new Map([...into.edges, ...outOf.edges].map((edge) => [edgeKey(edge), edge]));
  const walk = {
    distances: merged(into.distances, outOf.distances),
    edges: [...edges.values()],
    cutBy: into.cutBy ?? outOf.cutBy,
  };
  const { kinds } = way;
  return tellWalk(services, resolved, asked, {
    focus,
    inside: [],
    walk,
    direction: 'both',
    kinds,
    ofFiles: false,
  });
}

/** Gone on from wherever an edge leads. */
async function next(edges: readonly GraphEdge[]): Promise<readonly NodeId[]> {
  return edges.flatMap((edge) => [edge.from, edge.to]);
}

function merged(a: ReadonlyMap<NodeId, number>, b: ReadonlyMap<NodeId, number>): ReadonlyMap<NodeId, number> {
  const all = new Map(a);
  for (const [id, distance] of b) all.set(id, Math.min(distance, all.get(id) ?? distance));
  return all;
}
