/** A walk as an outcome: the nodes it reached, in order, the edges between them, and what was cut. */

import type { EdgeKind, GraphEdge, GraphNode, NodeId } from '../../core/edge.ts';
import type { FileRole } from '../../core/file.ts';
import type { NamedPlace } from '../../ports/graph-store.ts';
import { fileOf, type Walk } from '../../retrieval/walk-graph.ts';
import type { Focus } from './find-focus.ts';
import type { FoundNode, GraphOutcome } from './graph-outcome.ts';
import { repeatOf, type GraphQuestion, type GraphServices } from './graph-question.ts';
import { placesByName } from './places-by-name.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { whatCouldHide } from './what-could-hide.ts';

/** Nodes told when the request does not say. */
const nodesTold = 1_000;

interface Walked {
  readonly focus: Focus;
  /** What lies in the focus and counts as it. */
  readonly inside: readonly NodeId[];
  readonly walk: Walk;
  /** `both`: neighbours. */
  readonly direction: 'in' | 'out' | 'both';
  readonly kinds: readonly EdgeKind[];
  /** A definition stands for the file it lies in. */
  readonly ofFiles: boolean;
}

export async function tellWalk(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  asked: GraphQuestion,
  found: Walked,
): Promise<GraphOutcome> {
  const { focus, walk, ofFiles } = found;
  const asFile = (id: NodeId): NodeId => (ofFiles ? fileOf(id) : id);
  const edges = ofFiles ? edgesOfFiles(walk.edges) : walk.edges;
  const ids = reachedBy(found, asFile);
  const [nodes, within] = await Promise.all([
    nodesOf(services, resolved, { ids, distances: walk.distances, asFile }),
    services.graphStore.nodes(resolved.key, touched([...focus.ids.slice(1), ...found.inside], edges)),
  ]);
  const limit = asked.limit ?? nodesTold;
  const told = nodes.slice(0, limit);
  const shown = new Set([
    ...told.map(({ id }) => id),
    ...focus.ids,
    ...focus.ids.map(fileOf),
    ...found.inside,
  ]);
  const unsure = await unsurePlaces(services, resolved, asked, found);
  return {
    query: asked.query,
    focus: focus.node,
    within,
    others: focus.others,
    nodes: told,
    edges: edges.filter((edge) => shown.has(edge.from) && shown.has(edge.to)),
    unsure,
    total: nodes.length,
    truncatedBy: walk.cutBy ?? (nodes.length > told.length ? 'limit' : undefined),
    hidden: nodes.length === 0 ? await whatCouldHide(services, resolved, { query: asked.query, focus }) : [],
    repeat: repeatOf(resolved, asked),
  };
}

/** The results alone: a definition that calls itself is its own caller, a file or a neighbour is not its own. */
function reachedBy(
  { walk, direction, ofFiles, focus }: Walked,
  asFile: (id: NodeId) => NodeId,
): readonly NodeId[] {
  const ids = new Set<NodeId>();
  for (const edge of walk.edges) {
    if (direction !== 'out') ids.add(asFile(edge.from));
    if (direction !== 'in') ids.add(asFile(edge.to));
  }
  if (ofFiles || direction === 'both') for (const id of focus.ids) ids.delete(asFile(id));
  return [...ids];
}

function touched(ids: readonly NodeId[], edges: readonly GraphEdge[]): readonly NodeId[] {
  const ends = new Set(edges.flatMap((edge) => [edge.from, edge.to]));
  return ids.filter((id) => ends.has(id));
}

/** Between files, the edge of each kind whose line comes first, and none from a file to itself. */
function edgesOfFiles(edges: readonly GraphEdge[]): readonly GraphEdge[] {
  const first = new Map<string, GraphEdge>();
  for (const edge of edges) {
    const between = { ...edge, from: fileOf(edge.from), to: fileOf(edge.to) };
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

/** Nodes by distance, sources before tests, then in the order of paths and lines. */
async function nodesOf(
  services: GraphServices,
  { key }: ResolvedSnapshot,
  found: {
    readonly ids: readonly NodeId[];
    readonly distances: ReadonlyMap<NodeId, number>;
    readonly asFile: (id: NodeId) => NodeId;
  },
): Promise<readonly FoundNode[]> {
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

/** Only where names alone are asked for: everywhere else a name is no proof. */
async function unsurePlaces(
  services: GraphServices,
  { key }: ResolvedSnapshot,
  asked: GraphQuestion,
  { focus, direction, kinds }: Walked,
): Promise<readonly NamedPlace[]> {
  const isAsked = asked.tiers?.includes('name-match') === true && direction !== 'out';
  const places = isAsked ? await placesByName(services, key, focus.node) : [];
  return places.filter((place) => kinds.includes(place.kind));
}
