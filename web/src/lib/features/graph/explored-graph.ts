/**
 * The graph as it is explored: what surrounds the focus, and what each expanded node brought in. Edges between the same two nodes
 * are one link, drawn once; each keeps its own proving line. Then what of it is shown: filtered, and no more than a page can hold.
 */
import type { EdgeKind, EdgeTier, GraphAnswer, GraphEdge, GraphNode, NamedPlace } from '../../api.ts';
import { groupBy } from '../../group-by.ts';
import { compareTiers, edgeKinds } from './edge-words.ts';

export interface ExploredNode extends GraphNode {
  /** Steps from the focus. */
  readonly distance: number;
}

export interface Link {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** The surest first. */
  readonly edges: readonly GraphEdge[];
  readonly kinds: readonly EdgeKind[];
  /** Of the surest. */
  readonly tier: EdgeTier;
}

export interface ExploredGraph {
  readonly focus: ExploredNode;
  readonly nodes: readonly ExploredNode[];
  readonly links: readonly Link[];
  /** Ids of the nodes that were expanded. */
  readonly expanded: ReadonlySet<string>;
  readonly unsure: readonly NamedPlace[];
  /** Of nodes that are not shown by themselves, too: what lies in the focus counts as the focus. */
  readonly names: ReadonlyMap<string, string>;
  /** Some answer held less than there is. */
  readonly truncated: boolean;
}

export interface ShownGraph {
  readonly nodes: readonly ExploredNode[];
  readonly links: readonly Link[];
  readonly names: ReadonlyMap<string, string>;
  /** Left out by a filter of the page. */
  readonly filtered: number;
  /** Left out because there were too many. */
  readonly beyond: number;
}

export function mergeGraph(main: GraphAnswer, expansions: readonly GraphAnswer[]): ExploredGraph {
  const nodes = new Map<string, ExploredNode>();
  const focus = { ...main.focus, distance: 0 };
  nodes.set(focus.id, focus);
  addAll(nodes, main, 0);
  // An expanded node may hang on another one that was expanded after it: until none finds its place any more.
  let waiting = expansions;
  for (let before = -1; waiting.length !== before;) {
    before = waiting.length;
    const rest: GraphAnswer[] = [];
    for (const answer of waiting) {
      const at = nodes.get(answer.focus.id);
      if (at === undefined) rest.push(answer);
      else addAll(nodes, answer, at.distance);
    }
    waiting = rest;
  }
  const placed = expansions.filter((answer) => !waiting.includes(answer));
  const answers = [main, ...placed];
  const heldBy = new Map(
    answers.flatMap((answer) =>
      answer.within.filter(({ id }) => !nodes.has(id)).map(({ id }) => [id, answer.focus.id] as const),
    ),
  );
  const named = [...nodes.values(), ...answers.flatMap((answer) => answer.within)];
  return {
    focus,
    nodes: [...nodes.values()],
    links: linksOf(
      answers.flatMap((answer) => answer.edges),
      (id) => (nodes.has(id) ? id : heldBy.get(id)),
    ),
    expanded: new Set(placed.map((answer) => answer.focus.id)),
    unsure: main.unsure,
    names: new Map(named.map((node) => [node.id, node.symbol ?? node.name])),
    truncated: answers.some((answer) => answer.truncated),
  };
}

export function showGraph(
  graph: ExploredGraph,
  wanted: {
    readonly sourceOnly: boolean;
    readonly languages: readonly string[];
    readonly maxNodes: number;
  },
): ShownGraph {
  const isKept = (node: ExploredNode): boolean => {
    if (node.id === graph.focus.id || graph.expanded.has(node.id)) return true;
    if (wanted.sourceOnly && node.role !== 'source' && node.kind !== 'package') return false;
    return wanted.languages.length === 0 || wanted.languages.includes(node.language);
  };
  const kept = graph.nodes.filter(isKept);
  const nearest = kept
    .toSorted((one, other) => one.distance - other.distance || other.rank - one.rank)
    .slice(0, wanted.maxNodes);
  const ids = new Set(nearest.map(({ id }) => id));
  return {
    nodes: nearest,
    links: graph.links.filter(({ from, to }) => ids.has(from) && ids.has(to)),
    names: graph.names,
    filtered: graph.nodes.length - kept.length,
    beyond: kept.length - nearest.length,
  };
}

/** Languages of what is explored, the commonest first. */
export function languagesOf(graph: ExploredGraph): readonly string[] {
  const counts = new Map<string, number>();
  for (const { language } of graph.nodes)
    if (language !== '') counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([language]) => language);
}

function addAll(nodes: Map<string, ExploredNode>, answer: GraphAnswer, from: number): void {
  for (const node of answer.nodes)
    if (!nodes.has(node.id)) nodes.set(node.id, { ...node, distance: from + (node.distance ?? 1) });
}

/** @param shownAs the node that stands for a node; undefined where none does */
function linksOf(edges: readonly GraphEdge[], shownAs: (id: string) => string | undefined): readonly Link[] {
  const between = groupBy(edges, ({ from, to }) => {
    const [start, end] = [shownAs(from), shownAs(to)];
    return start === undefined || end === undefined || start === end ? '' : `${start}>${end}`;
  });
  return [...between].flatMap(([id, all]) => {
    const once = [...new Map(all.map((edge) => [`${edge.kind} ${edge.path}:${edge.line}`, edge])).values()];
    const sorted = once.toSorted((one, other) => compareTiers(one.tier, other.tier) || one.line - other.line);
    const [surest] = sorted;
    const [from, to] = id.split('>');
    if (surest === undefined || from === undefined || to === undefined) return [];
    const kinds = edgeKinds.filter((kind) => sorted.some((edge) => edge.kind === kind));
    return [{ id, from, to, edges: sorted, kinds, tier: surest.tier }];
  });
}
