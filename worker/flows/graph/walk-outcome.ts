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
import {
  explainMisparsedFiles,
  explainNameMatches,
  explainPossibleGaps,
  findPlacesByName,
} from './explain-gaps.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';

/** Maximum nodes returned if the query sets no limit. */
const defaultLimit = 1_000;

interface FinishedWalk {
  readonly focus: Focus;
  /** Members of the focus that the query treats as the focus. */
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
  finished: FinishedWalk,
): Promise<GraphOutcome> {
  const { focus, walk, reportsFiles } = finished;
  const toResultId = (id: NodeId): NodeId => (reportsFiles ? fileNodeId(id) : id);
  const edges = reportsFiles ? mergeFileEdges(walk.edges) : walk.edges;
  const ids = reachedIds(finished, toResultId);
  const [nodes, within] = await Promise.all([
    readNodes(services, resolved, { ids, distances: walk.distances, toResultId }),
    services.graphStore.nodes(
      resolved.key,
      selectConnected([...focus.ids.slice(1), ...finished.inside], edges),
    ),
  ]);
  const limit = request.limit ?? defaultLimit;
  const returned = nodes.slice(0, limit);
  const shown = new Set([
    ...returned.map(({ id }) => id),
    ...focus.ids,
    ...focus.ids.map(fileNodeId),
    ...finished.inside,
  ]);
  const unsure = await findUnsurePlaces(services, resolved, request, finished);
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
    gaps:
      nodes.length === 0
        ? await explainPossibleGaps(services, resolved, { ...request, focus, kinds: finished.kinds })
        : await explainIncompleteResults(services, resolved, request, finished),
    repeat: queryUrl(resolved, request),
  };
}

/** Says what a list that is not empty may miss. Places that match by name alone belong to no other query than these. */
async function explainIncompleteResults(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  request: GraphQuery,
  { focus, kinds, walk }: FinishedWalk,
): Promise<readonly string[]> {
  const { query } = request;
  const isDirect = query === 'callers' || query === 'references' || query === 'subclasses';
  const [byName, misparsed] = await Promise.all([
    isDirect ? explainNameMatches(services, resolved, { ...request, focus, kinds }) : [],
    explainMisparsedFiles(services, resolved, { query, focus, edges: walk.edges }),
  ]);
  return [...byName, ...misparsed];
}

/** Lists the results. A definition that calls itself is its own caller, but the focus is never its own neighbor or importing file. */
function reachedIds(
  { walk, direction, reportsFiles, focus }: FinishedWalk,
  toResultId: (id: NodeId) => NodeId,
): readonly NodeId[] {
  const ids = new Set<NodeId>();
  for (const edge of walk.edges) {
    if (direction !== 'out') ids.add(toResultId(edge.from));
    if (direction !== 'in') ids.add(toResultId(edge.to));
  }
  if (reportsFiles || direction === 'both') for (const id of focus.ids) ids.delete(toResultId(id));
  return [...ids];
}

function selectConnected(ids: readonly NodeId[], edges: readonly GraphEdge[]): readonly NodeId[] {
  const ends = new Set(edges.flatMap((edge) => [edge.from, edge.to]));
  return ids.filter((id) => ends.has(id));
}

/** Merges edges of one kind between two files into the first of them. Drops edges from a file to itself. */
function mergeFileEdges(edges: readonly GraphEdge[]): readonly GraphEdge[] {
  const first = new Map<string, GraphEdge>();
  for (const edge of edges) {
    const fileEdge = { ...edge, from: fileNodeId(edge.from), to: fileNodeId(edge.to) };
    const key = `${fileEdge.kind} ${fileEdge.from} ${fileEdge.to}`;
    const known = first.get(key);
    if (fileEdge.from !== fileEdge.to && (known === undefined || fileEdge.line < known.line))
      first.set(key, fileEdge);
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

/** Reads the nodes and orders them by distance, role (sources before tests), path and line. */
async function readNodes(
  services: GraphServices,
  { key }: ResolvedSnapshot,
  reached: {
    readonly ids: readonly NodeId[];
    readonly distances: ReadonlyMap<NodeId, number>;
    readonly toResultId: (id: NodeId) => NodeId;
  },
): Promise<readonly ReachedNode[]> {
  const nearest = new Map<NodeId, number>();
  for (const [id, distance] of reached.distances) {
    const resultId = reached.toResultId(id);
    nearest.set(resultId, Math.min(distance, nearest.get(resultId) ?? distance));
  }
  const nodes: GraphNode[] = [];
  const { maxNodes } = services.graphStore;
  for (let index = 0; index < reached.ids.length; index += maxNodes)
    nodes.push(...(await services.graphStore.nodes(key, reached.ids.slice(index, index + maxNodes))));
  return nodes
    .map((node) => ({ ...node, distance: nearest.get(node.id) ?? 1 }))
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        roleOrder[a.role] - roleOrder[b.role] ||
        (a.path < b.path ? -1 : a.path > b.path ? 1 : a.startLine - b.startLine),
    );
}

/** Finds places whose name may refer to the focus, if the query requests `name-match`. For other queries, a name proves nothing. */
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
