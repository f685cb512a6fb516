/** An outcome of the graph as items to tell one by one, and how many there are of what. */

import type { EdgeKind, GraphEdge, GraphNode, NodeId } from '../core/edge.ts';
import type { GraphRelation } from '../core/question.ts';
import type { FoundNode, GraphOutcome } from './graph/graph-outcome.ts';

export interface FoundItem {
  /** The result is what is referred to, not what refers. */
  readonly isOutgoing: boolean;
  readonly edge: GraphEdge;
  /** The result. */
  readonly node: GraphNode;
  readonly distance: number;
  /** What refers, at the edge's line. */
  readonly from: GraphNode | undefined;
  /** The edge's other end, where that is not what was asked about. */
  readonly via: GraphNode | undefined;
  /** Further edges between the same two. */
  readonly again: readonly GraphEdge[];
}

/** Lines one item tells. */
const linesOfItem = 8;
const outgoing: ReadonlySet<GraphRelation> = new Set(['callees', 'imports', 'dependencies', 'bases']);
const kindOrder = {
  calls: 0,
  extends: 1,
  implements: 2,
  uses: 3,
  imports: 4,
  'has-method': 5,
  defines: 6,
} as const satisfies Record<EdgeKind, number>;

/** @param isByDistance an item a result, the nearest first; otherwise an item a place */
export function itemsOf(
  relation: GraphRelation,
  outcome: GraphOutcome,
  isByDistance: boolean,
): readonly FoundItem[] {
  const known = knownNodes(outcome);
  if (relation === 'chain')
    return outcome.edges.flatMap((edge, index) => {
      const node = outcome.nodes[index + 1];
      const from = outcome.nodes[index];
      return node === undefined
        ? []
        : [{ isOutgoing: true, edge, node, distance: index + 1, from, via: from, again: [] }];
    });
  const isOut = outgoing.has(relation);
  const byResult = new Map<NodeId, GraphEdge[]>();
  for (const edge of outcome.edges) {
    const id = isOut ? edge.to : edge.from;
    const list = byResult.get(id);
    if (list === undefined) byResult.set(id, [edge]);
    else list.push(edge);
  }
  const items = outcome.nodes.flatMap((node) => {
    const edges = (byResult.get(node.id) ?? []).toSorted(
      (a, b) => kindOrder[a.kind] - kindOrder[b.kind] || a.line - b.line,
    );
    const groups = isByDistance
      ? [nearestEdge(edges, { node, known, isOut })]
      : isOut
        ? groupsOf(edges)
        : edges.toSorted((a, b) => a.line - b.line).map((edge) => [edge]);
    return groups.flatMap((group) => {
      const [edge, ...again] = group;
      return edge === undefined ? [] : [{ ...toItem(edge, node, { known, isOut }), again }];
    });
  });
  // What refers is told by its place, what is referred to in the order of the lines that do.
  return isOut && !isByDistance ? items.toSorted((a, b) => inOrderOfLines(a.edge, b.edge)) : items;
}

function inOrderOfLines(a: GraphEdge, b: GraphEdge): number {
  return a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;
}

interface Known {
  readonly isFocus: (id: NodeId) => boolean;
  readonly node: (id: NodeId) => GraphNode | undefined;
  readonly distance: (id: NodeId) => number | undefined;
}

function knownNodes({ focus, within, narrowing, ...found }: GraphOutcome): Known {
  const nodes = [...found.nodes, ...(narrowing?.elsewhere ?? [])];
  const byId = new Map<NodeId, GraphNode>([...nodes, ...within, focus].map((node) => [node.id, node]));
  const own = new Set(
    within.filter(({ path, symbol }) => path === focus.path && symbol === focus.symbol).map(({ id }) => id),
  );
  const inside = new Set(within.map(({ id }) => id));
  const distances = new Map(nodes.map(({ id, distance }) => [id, distance]));
  return {
    isFocus: (id) => id === focus.id || own.has(id),
    node: (id) => byId.get(id),
    distance: (id) => (id === focus.id || inside.has(id) ? 0 : distances.get(id)),
  };
}

function toItem(
  edge: GraphEdge,
  node: FoundNode,
  { known, isOut }: { readonly known: Known; readonly isOut: boolean },
): Omit<FoundItem, 'again'> {
  const other = isOut ? edge.from : edge.to;
  return {
    isOutgoing: isOut,
    edge,
    node,
    distance: node.distance,
    from: known.node(edge.from),
    via: known.isFocus(other) ? undefined : known.node(other),
  };
}

/** The edge by which a result is as near as it is. */
function nearestEdge(
  edges: readonly GraphEdge[],
  { node, known, isOut }: { readonly node: FoundNode; readonly known: Known; readonly isOut: boolean },
): readonly GraphEdge[] {
  const nearer = edges.find((edge) => known.distance(isOut ? edge.from : edge.to) === node.distance - 1);
  return nearer === undefined ? edges.slice(0, 1) : [nearer];
}

/** Edges between the same two, of one kind: as many together as one sentence tells. */
function groupsOf(edges: readonly GraphEdge[]): readonly (readonly GraphEdge[])[] {
  const groups = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const key = `${edge.from} ${edge.kind}`;
    const list = groups.get(key);
    if (list === undefined) groups.set(key, [edge]);
    else list.push(edge);
  }
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / linesOfItem) }, (_, index) =>
      group.slice(index * linesOfItem, (index + 1) * linesOfItem),
    ),
  );
}

/** By noun, in the singular, as the answer's checks hold what is said to it. */
export function countsOf(
  relation: GraphRelation,
  items: readonly FoundItem[],
  isByDistance: boolean,
): ReadonlyMap<string, number> {
  if (relation === 'chain') return new Map([['step', items.length]]);
  const results = new Set(items.map(({ node }) => node.id)).size;
  const edges = items.flatMap(({ edge, again }) => [edge, ...again]);
  const counts = new Map<string, number>([
    ['place', edges.length],
    ['file', new Set(edges.map(({ path }) => path)).size],
  ]);
  for (const noun of nounsOf[relation]) counts.set(noun, results);
  if (isByDistance)
    for (const { distance } of items)
      counts.set(`at distance ${distance}`, (counts.get(`at distance ${distance}`) ?? 0) + 1);
  return counts;
}

const nounsOf = {
  callers: ['caller'],
  references: ['use'],
  importers: ['importer'],
  subclasses: ['subtype'],
  dependents: ['dependent'],
  callees: ['callee', 'definition'],
  imports: ['import'],
  dependencies: ['dependency'],
  bases: ['base type'],
} as const satisfies Record<Exclude<GraphRelation, 'chain'>, readonly string[]>;
