/**
 * Merges the neighborhood of the focus with the neighborhoods of the expanded nodes, then filters the graph for display. Edges between the same
 * two nodes form one link, which is drawn once; each edge retains the line that proves it.
 */
import type { EdgeKind, EdgeTier, GraphAnswer, GraphEdge, GraphNode, NamedPlace } from '../../../api.ts';
import { groupBy } from '../../../group-by.ts';
import { compareTiers, edgeKinds } from './edge-labels.ts';

export interface ExploredNode extends GraphNode {
  /** The number of steps from the focus. */
  readonly distance: number;
}

export interface Link {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** Most certain first. */
  readonly edges: readonly GraphEdge[];
  readonly kinds: readonly EdgeKind[];
  /** The most certain tier of the edges. */
  readonly tier: EdgeTier;
}

export interface ExploredGraph {
  readonly focus: ExploredNode;
  readonly nodes: readonly ExploredNode[];
  readonly links: readonly Link[];
  /** Ids of the expanded nodes. */
  readonly expanded: ReadonlySet<string>;
  readonly ambiguous: readonly NamedPlace[];
  /** Names by node id. They include the nodes inside another node, such as the methods of the focus. */
  readonly names: ReadonlyMap<string, string>;
  /** At least one answer was truncated. */
  readonly truncated: boolean;
}

export interface VisibleGraph {
  readonly nodes: readonly ExploredNode[];
  readonly links: readonly Link[];
  readonly names: ReadonlyMap<string, string>;
  /** The number of nodes that the filters of the page hide. */
  readonly filtered: number;
  /** The number of nodes that are hidden because the limit is reached. */
  readonly overLimit: number;
}

export function mergeGraph(main: GraphAnswer, expansions: readonly GraphAnswer[]): ExploredGraph {
  const nodes = new Map<string, ExploredNode>();
  const focus = { ...main.focus, distance: 0 };
  nodes.set(focus.id, focus);
  addNodes(nodes, main, 0);
  // An expanded node may be the neighbor of a node that was expanded later, so this repeats until no more answers can be merged.
  let pending = expansions;
  for (let previousCount = -1; pending.length !== previousCount;) {
    previousCount = pending.length;
    const unmerged: GraphAnswer[] = [];
    for (const answer of pending) {
      const node = nodes.get(answer.focus.id);
      if (node === undefined) unmerged.push(answer);
      else addNodes(nodes, answer, node.distance);
    }
    pending = unmerged;
  }
  const mergedExpansions = expansions.filter((answer) => !pending.includes(answer));
  const answers = [main, ...mergedExpansions];
  const containers = new Map(
    answers.flatMap((answer) =>
      answer.within.filter(({ id }) => !nodes.has(id)).map(({ id }) => [id, answer.focus.id] as const),
    ),
  );
  const namedNodes = [...nodes.values(), ...answers.flatMap((answer) => answer.within)];
  return {
    focus,
    nodes: [...nodes.values()],
    links: groupLinks(
      answers.flatMap((answer) => answer.edges),
      (id) => (nodes.has(id) ? id : containers.get(id)),
    ),
    expanded: new Set(mergedExpansions.map((answer) => answer.focus.id)),
    ambiguous: main.unsure,
    names: new Map(namedNodes.map((node) => [node.id, node.symbol ?? node.name])),
    truncated: answers.some((answer) => answer.truncated),
  };
}

export function filterGraph(
  graph: ExploredGraph,
  filter: {
    readonly sourceOnly: boolean;
    readonly languages: readonly string[];
    readonly maxNodes: number;
  },
): VisibleGraph {
  const isVisible = (node: ExploredNode): boolean => {
    if (node.id === graph.focus.id || graph.expanded.has(node.id)) return true;
    if (filter.sourceOnly && node.role !== 'source' && node.kind !== 'package') return false;
    return filter.languages.length === 0 || filter.languages.includes(node.language);
  };
  const matchingNodes = graph.nodes.filter(isVisible);
  const nearestNodes = matchingNodes
    .toSorted((one, other) => one.distance - other.distance || other.rank - one.rank)
    .slice(0, filter.maxNodes);
  const ids = new Set(nearestNodes.map(({ id }) => id));
  return {
    nodes: nearestNodes,
    links: graph.links.filter(({ from, to }) => ids.has(from) && ids.has(to)),
    names: graph.names,
    filtered: graph.nodes.length - matchingNodes.length,
    overLimit: matchingNodes.length - nearestNodes.length,
  };
}

/** The languages of the graph, most common first. */
export function listLanguages(graph: ExploredGraph): readonly string[] {
  const counts = new Map<string, number>();
  for (const { language } of graph.nodes)
    if (language !== '') counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([language]) => language);
}

function addNodes(nodes: Map<string, ExploredNode>, answer: GraphAnswer, focusDistance: number): void {
  for (const node of answer.nodes)
    if (!nodes.has(node.id)) nodes.set(node.id, { ...node, distance: focusDistance + (node.distance ?? 1) });
}

/** @param findDrawnId returns the id of the node that is drawn for a node: itself or its container; undefined if neither is drawn */
function groupLinks(
  edges: readonly GraphEdge[],
  findDrawnId: (id: string) => string | undefined,
): readonly Link[] {
  const edgesByLink = groupBy(edges, ({ from, to }) => {
    const [start, end] = [findDrawnId(from), findDrawnId(to)];
    return start === undefined || end === undefined || start === end ? '' : `${start}>${end}`;
  });
  return [...edgesByLink].flatMap(([id, linkEdges]) => {
    const uniqueEdges = [
      ...new Map(linkEdges.map((edge) => [`${edge.kind} ${edge.path}:${edge.line}`, edge])).values(),
    ];
    const sortedEdges = uniqueEdges.toSorted(
      (one, other) => compareTiers(one.tier, other.tier) || one.line - other.line,
    );
    const [mostCertain] = sortedEdges;
    const [from, to] = id.split('>');
    if (mostCertain === undefined || from === undefined || to === undefined) return [];
    const kinds = edgeKinds.filter((kind) => sortedEdges.some((edge) => edge.kind === kind));
    return [{ id, from, to, edges: sortedEdges, kinds, tier: mostCertain.tier }];
  });
}

export interface EdgeRow extends GraphEdge {
  readonly id: string;
  /** The id of the link that contains the edge. */
  readonly link: string;
  readonly fromName: string;
  readonly toName: string;
}

export function toEdgeRows({ links, names }: VisibleGraph): readonly EdgeRow[] {
  return links.flatMap((link) =>
    link.edges.map((edge) => ({
      ...edge,
      id: `${link.id} ${edge.kind} ${edge.path}:${edge.line}`,
      link: link.id,
      fromName: names.get(edge.from) ?? edge.from,
      toName: names.get(edge.to) ?? edge.to,
    })),
  );
}

/** The maximum number of nodes on the page. More nodes are hard to distinguish and would block the page. */
export const maxVisibleNodes = 300;
