/**
 * PageRank (Brin and Page 1998) of the files and the definitions of a snapshot: what much refers to, and what is referred to by
 * that. Definitions and files are ranked apart; a file's edges are all those that lie in it.
 */

import type { EdgeKind, GraphEdge, NodeId } from '../core/edge.ts';
import type { RankedNode } from '../ports/graph-store.ts';

/** The share of rank that follows edges, as in the paper. */
const damping = 0.85;
const maxIterations = 30;
/** Summed over all nodes, whose ranks sum to 1. */
const smallChange = 1e-6;

const weights = {
  defines: 0,
  'has-method': 0,
  imports: 1,
  calls: 1,
  extends: 1,
  implements: 1,
  uses: 1,
} as const satisfies Record<EdgeKind, number>;

type RankedEdge = Pick<GraphEdge, 'from' | 'to' | 'kind'>;

/** @returns the nodes something else refers to; the mean over `of`, all others counting 0, is 1. */
export function rankNodes(
  edges: readonly RankedEdge[],
  of: { readonly files: number; readonly symbols: number },
): readonly RankedNode[] {
  const [symbols, files] = [createGraph(), createGraph()];
  const ends = new Map<NodeId, End>();
  /** Ids are taken apart once each: there are many more edges. */
  const endOf = (id: NodeId): End => {
    const known = ends.get(id);
    if (known !== undefined) return known;
    const dot = id.indexOf('.');
    const end = {
      isSymbol: dot >= 0,
      symbol: symbols.place(id),
      file: files.place(dot < 0 ? id : id.slice(0, dot)),
    };
    ends.set(id, end);
    return end;
  };
  for (const edge of edges) {
    const weight = weights[edge.kind];
    if (weight === 0) continue;
    const [from, to] = [endOf(edge.from), endOf(edge.to)];
    if (to.isSymbol) symbols.add(from.symbol, to.symbol, weight);
    files.add(from.file, to.file, weight);
  }
  return [...scaled(files, of.files), ...scaled(symbols, of.symbols)];
}

/** One end of an edge: its places in both graphs. */
interface End {
  readonly isSymbol: boolean;
  readonly symbol: number;
  readonly file: number;
}

interface Graph {
  readonly ids: readonly NodeId[];
  /** An edge a place of the three. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly weight: readonly number[];
  place(id: NodeId): number;
  /** What refers to itself alone is not referred to. */
  add(from: number, to: number, weight: number): void;
}

function createGraph(): Graph {
  const places = new Map<NodeId, number>();
  const ids: NodeId[] = [];
  const [from, to, weight]: [number[], number[], number[]] = [[], [], []];
  return {
    ids,
    from,
    to,
    weight,
    place(id) {
      const known = places.get(id);
      if (known !== undefined) return known;
      places.set(id, ids.length);
      ids.push(id);
      return ids.length - 1;
    },
    add(source, target, edgeWeight) {
      if (source === target) return;
      from.push(source);
      to.push(target);
      weight.push(edgeWeight);
    },
  };
}

function scaled(graph: Graph, nodes: number): readonly RankedNode[] {
  const ranks = pageRank(graph);
  const isReferred = new Uint8Array(graph.ids.length);
  for (const target of graph.to) isReferred[target] = 1;
  let sum = 0;
  for (const [at, rank] of ranks.entries()) if (isReferred[at] === 1) sum += rank;
  return graph.ids.flatMap((id, at) =>
    isReferred[at] === 1 ? [{ id, rank: ((ranks[at] ?? 0) / sum) * nodes }] : [],
  );
}

/** Power iteration; what a node without edges of its own would pass on is spread over all. */
function pageRank(graph: Graph): Float64Array {
  const nodes = graph.ids.length;
  const [from, to] = [Uint32Array.from(graph.from), Uint32Array.from(graph.to)];
  const given = new Float64Array(nodes);
  for (let edge = 0; edge < from.length; edge += 1) bump(given, from[edge], graph.weight[edge]);
  /** Of each edge the share of its source's rank that it passes on. */
  const shares = Float64Array.from(graph.weight, (weight, edge) => weight / (given[from[edge] ?? 0] ?? 1));
  let ranks = new Float64Array(nodes).fill(1 / nodes);
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    let dangling = 0;
    for (let node = 0; node < nodes; node += 1) if (given[node] === 0) dangling += ranks[node] ?? 0;
    const next = new Float64Array(nodes).fill((1 - damping + damping * dangling) / nodes);
    for (let edge = 0; edge < from.length; edge += 1)
      bump(next, to[edge], damping * (ranks[from[edge] ?? 0] ?? 0) * (shares[edge] ?? 0));
    let change = 0;
    for (let node = 0; node < nodes; node += 1) change += Math.abs((next[node] ?? 0) - (ranks[node] ?? 0));
    ranks = next;
    if (change < smallChange) break;
  }
  return ranks;
}

function bump(sums: Float64Array, at = 0, by = 0): void {
  sums[at] = (sums[at] ?? 0) + by;
}
