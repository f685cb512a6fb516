/**
 * Computes PageRank (Brin and Page 1998) of the files and of the definitions of a snapshot, separately. The edges of a file are all edges
 * that start in it.
 */

import type { EdgeKind, GraphEdge, NodeId } from '../core/code/edge.ts';
import type { RankedNode } from '../ports/graph-store.ts';

/** The fraction of rank that follows edges, as in the paper. */
const damping = 0.85;
const maxIterations = 30;
/** The iteration ends when the ranks, which sum to 1, change less than this in total. */
const convergence = 1e-6;

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

/** @returns the nodes that another node refers to, scaled to a mean of 1 over all nodes in `counts`. Nodes that are not returned have rank 0. */
export function rankNodes(
  edges: readonly RankedEdge[],
  counts: { readonly files: number; readonly symbols: number },
): readonly RankedNode[] {
  const [symbols, files] = [createGraph(), createGraph()];
  const ends = new Map<NodeId, End>();
  /** Parses each id once, because there are many more edges. */
  const resolveEnd = (id: NodeId): End => {
    const known = ends.get(id);
    if (known !== undefined) return known;
    const dot = id.indexOf('.');
    const end = {
      isSymbol: dot >= 0,
      symbol: symbols.indexFor(id),
      file: files.indexFor(dot < 0 ? id : id.slice(0, dot)),
    };
    ends.set(id, end);
    return end;
  };
  for (const edge of edges) {
    const weight = weights[edge.kind];
    if (weight === 0) continue;
    const [from, to] = [resolveEnd(edge.from), resolveEnd(edge.to)];
    if (to.isSymbol) symbols.add(from.symbol, to.symbol, weight);
    files.add(from.file, to.file, weight);
  }
  return [...scaleRanks(files, counts.files), ...scaleRanks(symbols, counts.symbols)];
}

/** One end of an edge: its index in both graphs. */
interface End {
  readonly isSymbol: boolean;
  readonly symbol: number;
  readonly file: number;
}

interface Graph {
  readonly ids: readonly NodeId[];
  /** The edge at index `i` is described by `from[i]`, `to[i]` and `weight[i]`. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly weight: readonly number[];
  indexFor(id: NodeId): number;
  /** Ignores references of a node to itself. */
  add(from: number, to: number, weight: number): void;
}

function createGraph(): Graph {
  const indexes = new Map<NodeId, number>();
  const ids: NodeId[] = [];
  const [from, to, weight]: [number[], number[], number[]] = [[], [], []];
  return {
    ids,
    from,
    to,
    weight,
    indexFor(id) {
      const known = indexes.get(id);
      if (known !== undefined) return known;
      indexes.set(id, ids.length);
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

function scaleRanks(graph: Graph, nodes: number): readonly RankedNode[] {
  const ranks = pageRank(graph);
  const isTarget = new Uint8Array(graph.ids.length);
  for (const target of graph.to) isTarget[target] = 1;
  let sum = 0;
  for (const [at, rank] of ranks.entries()) if (isTarget[at] === 1) sum += rank;
  return graph.ids.flatMap((id, at) =>
    isTarget[at] === 1 ? [{ id, rank: ((ranks[at] ?? 0) / sum) * nodes }] : [],
  );
}

/** Power iteration; the rank of nodes without outgoing edges is spread over all nodes. */
function pageRank(graph: Graph): Float64Array {
  const nodes = graph.ids.length;
  const [from, to] = [Uint32Array.from(graph.from), Uint32Array.from(graph.to)];
  const outgoing = new Float64Array(nodes);
  for (let edge = 0; edge < from.length; edge += 1) addAt(outgoing, from[edge], graph.weight[edge]);
  /** The fraction of its source's rank that each edge passes on. */
  const fractions = Float64Array.from(
    graph.weight,
    (weight, edge) => weight / (outgoing[from[edge] ?? 0] ?? 1),
  );
  let ranks = new Float64Array(nodes).fill(1 / nodes);
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    let dangling = 0;
    for (let node = 0; node < nodes; node += 1) if (outgoing[node] === 0) dangling += ranks[node] ?? 0;
    const next = new Float64Array(nodes).fill((1 - damping + damping * dangling) / nodes);
    for (let edge = 0; edge < from.length; edge += 1)
      addAt(next, to[edge], damping * (ranks[from[edge] ?? 0] ?? 0) * (fractions[edge] ?? 0));
    let change = 0;
    for (let node = 0; node < nodes; node += 1) change += Math.abs((next[node] ?? 0) - (ranks[node] ?? 0));
    ranks = next;
    if (change < convergence) break;
  }
  return ranks;
}

function addAt(sums: Float64Array, at = 0, by = 0): void {
  sums[at] = (sums[at] ?? 0) + by;
}
