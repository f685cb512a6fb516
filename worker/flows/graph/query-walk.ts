/**
 * Queries that a walk answers: each follows some edge kinds in one direction, from the focus or from its members. `neighbours` follows
 * both.
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
  /** Members of the focus count as the focus. */
  readonly looksInside: boolean;
  /** When results are files instead of the definitions in them: always, when the focus is a file, or never. */
  readonly reportsFiles: 'always' | 'for-files' | 'never';
}

const rules = {
  callers: { direction: 'in', kinds: ['calls'], looksInside: false, reportsFiles: 'never' },
  callees: { direction: 'out', kinds: ['calls'], looksInside: true, reportsFiles: 'never' },
  importers: { direction: 'in', kinds: ['imports'], looksInside: false, reportsFiles: 'always' },
  imports: { direction: 'out', kinds: ['imports'], looksInside: false, reportsFiles: 'always' },
  dependents: { direction: 'in', kinds: dependencyKinds, looksInside: true, reportsFiles: 'for-files' },
  dependencies: { direction: 'out', kinds: dependencyKinds, looksInside: true, reportsFiles: 'for-files' },
  subclasses: {
    direction: 'in',
    kinds: ['extends', 'implements'],
    looksInside: false,
    reportsFiles: 'never',
  },
  references: { direction: 'in', kinds: dependencyKinds, looksInside: false, reportsFiles: 'never' },
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
  });
  const isFile = focus.node.kind === 'file';
  const isDefinition = focus.node.symbol !== undefined;
  // The importers of a definition are files already.
  const reportsFiles =
    (rule.reportsFiles === 'for-files' && isFile) ||
    (rule.reportsFiles === 'always' && (!isDefinition || rule.direction === 'out'));
  const looksInside = rule.looksInside || (isFile && rule.reportsFiles !== 'always');
  const inside = looksInside ? await findMembers(services, resolved, focus.ids) : [];
  // A definition may use what its file imports.
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
      return reportsFiles && looksInside
        ? [...reached, ...(await findMembers(services, resolved, reached))]
        : reached;
    },
  });
  const own = new Set(start);
  const edges = selectEdges(walk.edges, {
    own,
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
 * The nodes from which the walk continues. It does not continue from a file that only imports something, because that file's importers need
 * not know about it. When results are files, a file stands for its members.
 */
function nextNodes(
  edges: readonly GraphEdge[],
  { direction, reportsFiles }: { readonly direction: 'in' | 'out'; readonly reportsFiles: boolean },
): readonly NodeId[] {
  const going = reportsFiles ? edges : edges.filter((edge) => edge.kind !== 'imports');
  const reached = going.map((edge) => (direction === 'in' ? edge.from : edge.to));
  return [...new Set(reportsFiles ? reached.map(fileNodeId) : reached)];
}

/** Drops edges inside the focus, and imports in files whose use of the import is an edge too. */
function selectEdges(
  edges: readonly GraphEdge[],
  about: {
    readonly own: ReadonlySet<NodeId>;
    readonly inside: ReadonlySet<NodeId>;
    readonly reportsFiles: boolean;
    readonly direction: 'in' | 'out';
  },
): readonly GraphEdge[] {
  const outer = edges.filter(
    (edge) => about.inside.size === 0 || !(about.own.has(edge.from) && about.own.has(edge.to)),
  );
  if (about.reportsFiles) return outer;
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

/** A walk to neighbors continues from both ends of an edge. */
async function edgeEnds(edges: readonly GraphEdge[]): Promise<readonly NodeId[]> {
  return edges.flatMap((edge) => [edge.from, edge.to]);
}

function mergeDistances(
  a: ReadonlyMap<NodeId, number>,
  b: ReadonlyMap<NodeId, number>,
): ReadonlyMap<NodeId, number> {
  const all = new Map(a);
  for (const [id, distance] of b) all.set(id, Math.min(distance, all.get(id) ?? distance));
  return all;
}
