/**
 * Merges the neighborhood of the focus with those of the expanded nodes, then filters the graph for display. Pure. Edges between the same
 * two nodes form one link, which is drawn once; each edge keeps the line that proves it.
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
  /** The most certain first. */
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
  /** Names by node id, including nodes inside another node, such as the methods of the focus. */
  readonly names: ReadonlyMap<string, string>;
  /** At least one answer was truncated. */
  readonly truncated: boolean;
}

export interface ShownGraph {
  readonly nodes: readonly ExploredNode[];
  readonly links: readonly Link[];
  readonly names: ReadonlyMap<string, string>;
  /** How many nodes the filters of the page hide. */
  readonly filtered: number;
  /** How many nodes are hidden because there are too many. */
  readonly overLimit: number;
}

export function mergeGraph(main: GraphAnswer, expansions: readonly GraphAnswer[]): ExploredGraph {
  const nodes = new Map<string, ExploredNode>();
  const focus = { ...main.focus, distance: 0 };
  nodes.set(focus.id, focus);
  addNodes(nodes, main, 0);
  // An expanded node may belong to another node that was expanded later, so this repeats until nothing more is placed.
  let pending = expansions;
  for (let previousCount = -1; pending.length !== previousCount;) {
    previousCount = pending.length;
    const unplaced: GraphAnswer[] = [];
    for (const answer of pending) {
      const node = nodes.get(answer.focus.id);
      if (node === undefined) unplaced.push(answer);
      else addNodes(nodes, answer, node.distance);
    }
    pending = unplaced;
  }
  const placed = expansions.filter((answer) => !pending.includes(answer));
  const answers = [main, ...placed];
  const containers = new Map(
    answers.flatMap((answer) =>
      answer.within.filter(({ id }) => !nodes.has(id)).map(({ id }) => [id, answer.focus.id] as const),
    ),
  );
  const named = [...nodes.values(), ...answers.flatMap((answer) => answer.within)];
  return {
    focus,
    nodes: [...nodes.values()],
    links: groupLinks(
      answers.flatMap((answer) => answer.edges),
      (id) => (nodes.has(id) ? id : containers.get(id)),
    ),
    expanded: new Set(placed.map((answer) => answer.focus.id)),
    ambiguous: main.unsure,
    names: new Map(named.map((node) => [node.id, node.symbol ?? node.name])),
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
): ShownGraph {
  const isVisible = (node: ExploredNode): boolean => {
    if (node.id === graph.focus.id || graph.expanded.has(node.id)) return true;
    if (filter.sourceOnly && node.role !== 'source' && node.kind !== 'package') return false;
    return filter.languages.length === 0 || filter.languages.includes(node.language);
  };
  const visible = graph.nodes.filter(isVisible);
  const nearest = visible
    .toSorted((one, other) => one.distance - other.distance || other.rank - one.rank)
    .slice(0, filter.maxNodes);
  const ids = new Set(nearest.map(({ id }) => id));
  return {
    nodes: nearest,
    links: graph.links.filter(({ from, to }) => ids.has(from) && ids.has(to)),
    names: graph.names,
    filtered: graph.nodes.length - visible.length,
    overLimit: visible.length - nearest.length,
  };
}

/** The languages of the graph, most common first. */
export function listLanguages(graph: ExploredGraph): readonly string[] {
  const counts = new Map<string, number>();
  for (const { language } of graph.nodes)
    if (language !== '') counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([language]) => language);
}

function addNodes(nodes: Map<string, ExploredNode>, answer: GraphAnswer, from: number): void {
  for (const node of answer.nodes)
    if (!nodes.has(node.id)) nodes.set(node.id, { ...node, distance: from + (node.distance ?? 1) });
}

/** @param shownAs returns the id of the node that represents a node; undefined if none does */
function groupLinks(
  edges: readonly GraphEdge[],
  shownAs: (id: string) => string | undefined,
): readonly Link[] {
  const between = groupBy(edges, ({ from, to }) => {
    const [start, end] = [shownAs(from), shownAs(to)];
    return start === undefined || end === undefined || start === end ? '' : `${start}>${end}`;
  });
  return [...between].flatMap(([id, all]) => {
    const unique = [...new Map(all.map((edge) => [`${edge.kind} ${edge.path}:${edge.line}`, edge])).values()];
    const sorted = unique.toSorted(
      (one, other) => compareTiers(one.tier, other.tier) || one.line - other.line,
    );
    const [mostCertain] = sorted;
    const [from, to] = id.split('>');
    if (mostCertain === undefined || from === undefined || to === undefined) return [];
    const kinds = edgeKinds.filter((kind) => sorted.some((edge) => edge.kind === kind));
    return [{ id, from, to, edges: sorted, kinds, tier: mostCertain.tier }];
  });
}

export interface EdgeRow extends GraphEdge {
  readonly id: string;
  /** The id of the link that contains the edge. */
  readonly link: string;
  readonly fromName: string;
  readonly toName: string;
}

export function toEdgeRows({ links, names }: ShownGraph): readonly EdgeRow[] {
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

/** The maximum number of nodes on screen. More nodes are hard to distinguish and would block the page. */
export const maxShownNodes = 300;
