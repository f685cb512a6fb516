/** Turns a graph outcome into the items that the answer lists, counts them, and lists the subjects for follow-up questions. */

import type { GraphMaterial } from '../../../answering/compose/graph-material.ts';
import { roleWords } from '../../../answering/compose/graph-wording.ts';
import type { GraphRelation, Subject } from '../../../core/answers/question.ts';
import type { EdgeKind, GraphEdge, GraphNode, NodeId } from '../../../core/code/edge.ts';
import type { GraphOutcome, ReachedNode } from '../../graph/graph-query.ts';

export interface ResultItem {
  /** The result is the target of the edge, not its source. */
  readonly isOutgoing: boolean;
  readonly edge: GraphEdge;
  /** The node that is the result. */
  readonly node: GraphNode;
  readonly distance: number;
  /** The node that contains the reference at the edge's line. */
  readonly from: GraphNode | undefined;
  /** The edge's other end; undefined if that is the focus of the question. */
  readonly via: GraphNode | undefined;
  /** Other edges between the same two nodes. */
  readonly repeatedEdges: readonly GraphEdge[];
}

/** Maximum number of lines that one item lists. */
const maxLinesOfItem = 8;
const outgoingRelations: ReadonlySet<GraphRelation> = new Set([
  'callees',
  'imports',
  'dependencies',
  'bases',
]);
const kindOrder = {
  calls: 0,
  extends: 1,
  implements: 2,
  uses: 3,
  imports: 4,
  'has-method': 5,
  defines: 6,
} as const satisfies Record<EdgeKind, number>;

/** @param isByDistance lists one item for each result, the nearest first, instead of one for each place */
export function toResultItems(
  relation: GraphRelation,
  outcome: GraphOutcome,
  isByDistance: boolean,
): readonly ResultItem[] {
  const lookup = createNodeLookup(outcome);
  if (relation === 'chain')
    return outcome.edges.flatMap((edge, index) => {
      const node = outcome.nodes[index + 1];
      const from = outcome.nodes[index];
      return node === undefined
        ? []
        : [{ isOutgoing: true, edge, node, distance: index + 1, from, via: from, repeatedEdges: [] }];
    });
  const isOutgoing = outgoingRelations.has(relation);
  const byResult = new Map<NodeId, GraphEdge[]>();
  for (const edge of outcome.edges) {
    const id = isOutgoing ? edge.to : edge.from;
    const list = byResult.get(id);
    if (list === undefined) byResult.set(id, [edge]);
    else list.push(edge);
  }
  const items = outcome.nodes.flatMap((node) => {
    const edges = (byResult.get(node.id) ?? []).toSorted(
      (a, b) => kindOrder[a.kind] - kindOrder[b.kind] || a.line - b.line,
    );
    const groups = isByDistance
      ? [nearestEdge(edges, { node, lookup, isOutgoing })]
      : isOutgoing
        ? groupEdges(edges)
        : edges.toSorted((a, b) => a.line - b.line).map((edge) => [edge]);
    return groups.flatMap((group) => {
      const [edge, ...repeatedEdges] = group;
      return edge === undefined ? [] : [{ ...toItem(edge, node, { lookup, isOutgoing }), repeatedEdges }];
    });
  });
  // Incoming results keep the order of the outcome. Outgoing results follow the order of the lines that refer to them.
  return isOutgoing && !isByDistance ? items.toSorted((a, b) => compareLines(a.edge, b.edge)) : items;
}

function compareLines(a: GraphEdge, b: GraphEdge): number {
  return a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;
}

interface NodeLookup {
  readonly isFocus: (id: NodeId) => boolean;
  readonly node: (id: NodeId) => GraphNode | undefined;
  readonly distance: (id: NodeId) => number | undefined;
}

function createNodeLookup({ focus, within, narrowing, nodes: listed }: GraphOutcome): NodeLookup {
  const nodes = [...listed, ...(narrowing?.elsewhere ?? [])];
  const byId = new Map<NodeId, GraphNode>([...nodes, ...within, focus].map((node) => [node.id, node]));
  const focusDuplicateIds = new Set(
    within.filter(({ path, symbol }) => path === focus.path && symbol === focus.symbol).map(({ id }) => id),
  );
  const containedIds = new Set(within.map(({ id }) => id));
  const distances = new Map(nodes.map(({ id, distance }) => [id, distance]));
  return {
    isFocus: (id) => id === focus.id || focusDuplicateIds.has(id),
    node: (id) => byId.get(id),
    distance: (id) => (id === focus.id || containedIds.has(id) ? 0 : distances.get(id)),
  };
}

function toItem(
  edge: GraphEdge,
  node: ReachedNode,
  { lookup, isOutgoing }: { readonly lookup: NodeLookup; readonly isOutgoing: boolean },
): Omit<ResultItem, 'repeatedEdges'> {
  const other = isOutgoing ? edge.from : edge.to;
  return {
    isOutgoing,
    edge,
    node,
    distance: node.distance,
    from: lookup.node(edge.from),
    via: lookup.isFocus(other) ? undefined : lookup.node(other),
  };
}

/** Finds an edge from a node that is one step nearer to the focus. */
function nearestEdge(
  edges: readonly GraphEdge[],
  {
    node,
    lookup,
    isOutgoing,
  }: { readonly node: ReachedNode; readonly lookup: NodeLookup; readonly isOutgoing: boolean },
): readonly GraphEdge[] {
  const nearer = edges.find(
    (edge) => lookup.distance(isOutgoing ? edge.from : edge.to) === node.distance - 1,
  );
  return nearer === undefined ? edges.slice(0, 1) : [nearer];
}

/** Groups edges of one kind between the same two nodes, at most `maxLinesOfItem` in a group. */
function groupEdges(edges: readonly GraphEdge[]): readonly (readonly GraphEdge[])[] {
  const groups = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const key = `${edge.from} ${edge.kind}`;
    const list = groups.get(key);
    if (list === undefined) groups.set(key, [edge]);
    else list.push(edge);
  }
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / maxLinesOfItem) }, (_, index) =>
      group.slice(index * maxLinesOfItem, (index + 1) * maxLinesOfItem),
    ),
  );
}

/**
 * Counts by singular noun, the form in which the claim checks look them up. Places, files and roles are counted of direct results only,
 * because of other results only the nearest edge is known.
 * @param indirect results of a deeper query
 */
export function countItems(
  relation: GraphRelation,
  items: readonly ResultItem[],
  indirect: readonly ResultItem[],
): ReadonlyMap<string, number> {
  if (relation === 'chain') return new Map([['step', items.length]]);
  const direct = items.filter(({ distance }) => distance <= 1);
  const edges = direct.flatMap(({ edge, repeatedEdges }) => [edge, ...repeatedEdges]);
  const counts = new Map<string, number>([
    ['place', edges.length],
    ['file', new Set(edges.map(({ path }) => path)).size],
  ]);
  const farther = [...items.filter(({ distance }) => distance > 1), ...indirect];
  for (const noun of resultNouns[relation]) {
    counts.set(noun, countResults(items)).set(`direct ${noun}`, countResults(direct));
    if (farther.length > 0) counts.set(`indirect ${noun}`, countResults(farther));
  }
  for (const role of new Set(direct.map(({ node }) => node.role))) {
    const inRole = direct.filter(({ node }) => node.role === role);
    counts.set(roleWords[role], relation === 'references' ? inRole.length : countResults(inRole));
  }
  if (farther.length > 0) counts.set('indirect', countResults(farther));
  for (const { distance } of farther)
    counts.set(`at distance ${distance}`, (counts.get(`at distance ${distance}`) ?? 0) + 1);
  return counts;
}

function countResults(items: readonly ResultItem[]): number {
  return new Set(items.map(({ node }) => node.id)).size;
}

const resultNouns = {
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

/** The first three results and the last, since "the first one" or "the last one" may refer to them. */
const maxListed = 4;

/** Lists the subjects that a follow-up may refer to: the focus, then some of the results. */
export function listGraphSubjects({ relation, focus, end, items }: GraphMaterial): readonly Subject[] {
  const named = end === undefined ? [focus.node] : [focus.node, end.node];
  const listed = toSubjects(items.map(({ node }) => node));
  const shown = listed.length > maxListed ? [...listed.slice(0, maxListed - 1), ...listed.slice(-1)] : listed;
  return [
    ...toSubjects(named),
    ...(relation === 'chain' ? [] : shown.map((subject) => ({ ...subject, isListed: true as const }))),
  ];
}

/** Drops duplicates and nodes outside the repository. */
function toSubjects(nodes: readonly GraphNode[]): readonly Subject[] {
  const subjects = new Map<string, Subject>();
  for (const { symbol, path } of nodes)
    if (path !== '' && !subjects.has(`${path} ${symbol}`))
      subjects.set(
        `${path} ${symbol}`,
        symbol === undefined ? { name: path, kind: 'file', path } : { name: symbol, kind: 'symbol', path },
      );
  return [...subjects.values()];
}
