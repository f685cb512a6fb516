/**
 * Runs the queries that walk the graph from the focus, and often from its members. Each query follows some edge kinds in one direction.
 * Only `neighbours` follows both directions.
 */

import type { EdgeKind, GraphEdge, NodeId } from '../../core/code/edge.ts';
import { fileNodeId, walkGraph, edgeKey } from '../../retrieval/graph/walk-graph.ts';
import { findFocus } from './find-focus.ts';
import {
  type GraphOutcome,
  type GraphQueryName,
  dependencyKinds,
  findMembers,
  walkLimits,
  type GraphQuery,
  type GraphServices,
} from './graph-query.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { buildWalkOutcome } from './walk-outcome.ts';

interface QueryRule {
  readonly direction: 'in' | 'out';
  readonly kinds: readonly EdgeKind[];
  /** Whether the query treats members of the focus as the focus. */
  readonly includesMembers: boolean;
  /** Whether results are files instead of the definitions in them: always, if the focus is a file, or never. */
  readonly reportsFiles: 'always' | 'for-files' | 'never';
}

const rules = {
  callers: { direction: 'in', kinds: ['calls'], includesMembers: false, reportsFiles: 'never' },
  callees: { direction: 'out', kinds: ['calls'], includesMembers: true, reportsFiles: 'never' },
  importers: { direction: 'in', kinds: ['imports'], includesMembers: false, reportsFiles: 'always' },
  imports: { direction: 'out', kinds: ['imports'], includesMembers: false, reportsFiles: 'always' },
  dependents: { direction: 'in', kinds: dependencyKinds, includesMembers: true, reportsFiles: 'for-files' },
  dependencies: {
    direction: 'out',
    kinds: dependencyKinds,
    includesMembers: true,
    reportsFiles: 'for-files',
  },
  subclasses: {
    direction: 'in',
    kinds: ['extends', 'implements'],
    includesMembers: false,
    reportsFiles: 'never',
  },
  references: { direction: 'in', kinds: dependencyKinds, includesMembers: false, reportsFiles: 'never' },
} as const satisfies Record<Exclude<GraphQueryName, 'chain' | 'neighbours'>, QueryRule>;

export async function queryWalk(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  request: GraphQuery & { readonly query: keyof typeof rules },
): Promise<GraphOutcome> {
  const { key } = resolved;
  const rule: QueryRule = rules[request.query];
  const focus = await findFocus(services, key, {
    named: request,
    mayBePackage: request.query === 'importers',
    prefersTypes: (request.kinds ?? rule.kinds).every((kind) => kind === 'extends' || kind === 'implements'),
  });
  const isFile = focus.node.kind === 'file';
  const isDefinition = focus.node.symbol !== undefined;
  // The importers of a definition are files already.
  const reportsFiles =
    (rule.reportsFiles === 'for-files' && isFile) ||
    (rule.reportsFiles === 'always' && (!isDefinition || rule.direction === 'out'));
  const includesMembers = rule.includesMembers || (isFile && rule.reportsFiles !== 'always');
  const inside = includesMembers ? await findMembers(services, resolved, focus.ids) : [];
  // Imports belong to a file, so the imports of a definition are those of its file.
  const start =
    rule.reportsFiles === 'always' && rule.direction === 'out'
      ? focus.ids.map(fileNodeId)
      : [...focus.ids, ...inside];
  const kinds = request.kinds ?? rule.kinds;
  const walk = await walkGraph(services.graphStore, key, {
    from: start,
    options: {
      ...walkLimits(services, request),
      direction: rule.direction,
      kinds,
      depth: request.depth ?? 1,
    },
    next: async (edges) => {
      const reached = nextNodes(edges, { direction: rule.direction, reportsFiles });
      return reportsFiles && includesMembers
        ? [...reached, ...(await findMembers(services, resolved, reached))]
        : reached;
    },
  });
  const edges = selectEdges(walk.edges, {
    start: new Set(start),
    inside: new Set(inside),
    reportsFiles,
    direction: rule.direction,
  });
  return buildWalkOutcome(services, resolved, request, {
    focus,
    inside,
    walk: { ...walk, edges },
    direction: rule.direction,
    kinds,
    reportsFiles,
  });
}

/**
 * Returns the nodes from which the walk continues. An import does not continue it, because the importers of a file need not depend on
 * everything that the file imports. If results are files, a file represents its members.
 */
function nextNodes(
  edges: readonly GraphEdge[],
  { direction, reportsFiles }: { readonly direction: 'in' | 'out'; readonly reportsFiles: boolean },
): readonly NodeId[] {
  const followed = reportsFiles ? edges : edges.filter((edge) => edge.kind !== 'imports');
  const reached = followed.map((edge) => (direction === 'in' ? edge.from : edge.to));
  return [...new Set(reportsFiles ? reached.map(fileNodeId) : reached)];
}

/** Drops edges inside the focus, and imports if another edge of the file shows how the import is used. */
function selectEdges(
  edges: readonly GraphEdge[],
  walk: {
    readonly start: ReadonlySet<NodeId>;
    readonly inside: ReadonlySet<NodeId>;
    readonly reportsFiles: boolean;
    readonly direction: 'in' | 'out';
  },
): readonly GraphEdge[] {
  const outer = edges.filter(
    (edge) => walk.inside.size === 0 || !(walk.start.has(edge.from) && walk.start.has(edge.to)),
  );
  if (walk.reportsFiles) return outer;
  const used = new Set(
    outer.filter((edge) => edge.kind !== 'imports').map((edge) => `${edge.path} ${edge.to}`),
  );
  return outer.filter((edge) => edge.kind !== 'imports' || !used.has(`${edge.path} ${edge.to}`));
}

const neighborKinds = [...dependencyKinds, 'has-method'] as const satisfies readonly EdgeKind[];

/** Finds the nodes around a set of nodes, along edges in both directions. */
export async function queryNeighbors(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  request: GraphQuery,
): Promise<GraphOutcome> {
  const { key } = resolved;
  const ids = (request.id ?? '').split(',').filter((id) => id !== '');
  const focus = await findFocus(services, key, {
    named: { ...request, id: ids[0] },
    mayBePackage: true,
  });
  const start = [...new Set([...focus.ids, ...ids])];
  const limits = {
    ...walkLimits(services, request),
    kinds: request.kinds ?? neighborKinds,
    depth: request.depth ?? 1,
  };
  const incoming = await walkGraph(services.graphStore, key, {
    from: start,
    options: { ...limits, direction: 'in' },
    next: edgeEnds,
  });
  const outgoing = await walkGraph(services.graphStore, key, {
    from: start,
    options: { ...limits, direction: 'out' },
    next: edgeEnds,
  });
  const edges = new Map([...incoming.edges, ...outgoing.edges].map((edge) => [edgeKey(edge), edge]));
  const walk = {
    distances: mergeDistances(incoming.distances, outgoing.distances),
    edges: [...edges.values()],
    cutBy: incoming.cutBy ?? outgoing.cutBy,
  };
  const { kinds } = limits;
  return buildWalkOutcome(services, resolved, request, {
    focus,
    inside: [],
    walk,
    direction: 'both',
    kinds,
    reportsFiles: false,
  });
}

/** Returns both ends of each edge, since a walk to neighbors continues from either. */
async function edgeEnds(edges: readonly GraphEdge[]): Promise<readonly NodeId[]> {
  return edges.flatMap((edge) => [edge.from, edge.to]);
}

function mergeDistances(
  a: ReadonlyMap<NodeId, number>,
  b: ReadonlyMap<NodeId, number>,
): ReadonlyMap<NodeId, number> {
  const merged = new Map(a);
  for (const [id, distance] of b) merged.set(id, Math.min(distance, merged.get(id) ?? distance));
  return merged;
}
