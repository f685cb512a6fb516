/** Builds the outcome of a walk: the nodes it reached, in order, the edges between them, and any truncation. */

import type { EdgeKind, GraphEdge, GraphNode, NodeId } from '../../core/code/edge.ts';
import type { FileRole } from '../../core/files/file.ts';
import type { NamedPlace } from '../../ports/graph-store.ts';
import { fileNodeId, type Walk } from '../../retrieval/graph/walk-graph.ts';
import type { Focus } from './find-focus.ts';
import {
  type ReachedNode,
  type GraphOutcome,
  queryUrl,
  type GraphQuery,
  type GraphServices,
} from './graph-query.ts';
import { findPlacesByName, explainPossibleGaps } from './explain-gaps.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';

/** Nodes returned when the query sets no limit. */
const defaultLimit = 1_000;

interface FinishedWalk {
  readonly focus: Focus;
  /** Members that count as the focus. */
  readonly inside: readonly NodeId[];
  readonly walk: Walk;
  /** `both`: a query for neighbors. */
  readonly direction: 'in' | 'out' | 'both';
  readonly kinds: readonly EdgeKind[];
  /** Whether results are files instead of the definitions in them. */
  readonly reportsFiles: boolean;
}

export async function buildWalkOutcome(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  request: GraphQuery,
  found: FinishedWalk,
): Promise<GraphOutcome> {
  const { focus, walk, reportsFiles } = found;
  const asFile = (id: NodeId): NodeId => (reportsFiles ? fileNodeId(id) : id);
  const edges = reportsFiles ? mergeFileEdges(walk.edges) : walk.edges;
  const ids = reachedIds(found, asFile);
  const [nodes, within] = await Promise.all([
    readNodes(services, resolved, { ids, distances: walk.distances, asFile }),
    services.graphStore.nodes(resolved.key, onlyTouched([...focus.ids.slice(1), ...found.inside], edges)),
  ]);
  const limit = request.limit ?? defaultLimit;
  const returned = nodes.slice(0, limit);
  const shown = new Set([
    ...returned.map(({ id }) => id),
    ...focus.ids,
    ...focus.ids.map(fileNodeId),
    ...found.inside,
  ]);
  const unsure = await findUnsurePlaces(services, resolved, request, found);
  return {
    query: request.query,
    focus: focus.node,
    within,
    others: focus.others,
    nodes: returned,
    edges: edges.filter((edge) => shown.has(edge.from) && shown.has(edge.to)),
    unsure,
    total: nodes.length,
    truncatedBy: walk.cutBy ?? (nodes.length > returned.length ? 'limit' : undefined),
    hidden:
      nodes.length === 0
        ? await explainPossibleGaps(services, resolved, { query: request.query, focus })
        : [],
    repeat: queryUrl(resolved, request),
  };
}

/** The results: a definition that calls itself is its own caller, but the focus is not its own neighbor or importing file. */
function reachedIds(
  { walk, direction, reportsFiles, focus }: FinishedWalk,
  asFile: (id: NodeId) => NodeId,
): readonly NodeId[] {
  const ids = new Set<NodeId>();
  for (const edge of walk.edges) {
    if (direction !== 'out') ids.add(asFile(edge.from));
    if (direction !== 'in') ids.add(asFile(edge.to));
  }
  if (reportsFiles || direction === 'both') for (const id of focus.ids) ids.delete(asFile(id));
  return [...ids];
}

function onlyTouched(ids: readonly NodeId[], edges: readonly GraphEdge[]): readonly NodeId[] {
  const ends = new Set(edges.flatMap((edge) => [edge.from, edge.to]));
  return ids.filter((id) => ends.has(id));
}

/** The first edge of each kind between two files; none from a file to itself. */
function mergeFileEdges(edges: readonly GraphEdge[]): readonly GraphEdge[] {
  const first = new Map<string, GraphEdge>();
  for (const edge of edges) {
    const between = { ...edge, from: fileNodeId(edge.from), to: fileNodeId(edge.to) };
    const known = first.get(`${between.kind} ${between.from} ${between.to}`);
    if (between.from !== between.to && (known === undefined || between.line < known.line))
      first.set(`${between.kind} ${between.from} ${between.to}`, between);
  }
  return [...first.values()];
}

const roleOrder = {
  source: 0,
  example: 1,
  config: 2,
  docs: 3,
  test: 4,
  translation: 5,
} as const satisfies Record<FileRole, number>;

/** Nodes ordered by distance, sources before tests, then by path and line. */
async function readNodes(
  services: GraphServices,
  { key }: ResolvedSnapshot,
  found: {
    readonly ids: readonly NodeId[];
    readonly distances: ReadonlyMap<NodeId, number>;
    readonly asFile: (id: NodeId) => NodeId;
  },
): Promise<readonly ReachedNode[]> {
  const nearest = new Map<NodeId, number>();
  for (const [id, distance] of found.distances)
    nearest.set(found.asFile(id), Math.min(distance, nearest.get(found.asFile(id)) ?? distance));
  const nodes: GraphNode[] = [];
  for (let at = 0; at < found.ids.length; at += services.graphStore.maxNodes)
    nodes.push(
      ...(await services.graphStore.nodes(key, found.ids.slice(at, at + services.graphStore.maxNodes))),
    );
  return nodes
    .map((node) => ({ ...node, distance: nearest.get(node.id) ?? 1 }))
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        roleOrder[a.role] - roleOrder[b.role] ||
        (a.path < b.path ? -1 : a.path > b.path ? 1 : a.startLine - b.startLine),
    );
}

/** Only for queries that request `name-match`: for all others, a name proves nothing. */
async function findUnsurePlaces(
  services: GraphServices,
  { key }: ResolvedSnapshot,
  request: GraphQuery,
  { focus, direction, kinds }: FinishedWalk,
): Promise<readonly NamedPlace[]> {
  const isRequested = request.tiers?.includes('name-match') === true && direction !== 'out';
  const places = isRequested ? await findPlacesByName(services, key, focus.node) : [];
  return places.filter((place) => kinds.includes(place.kind));
}
