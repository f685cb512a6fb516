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
  for (const { from, to, kind } of edges) {
    if (weights[kind] === 0) continue;
    if (isSymbol(to)) symbols.add(from, to, weights[kind]);
    files.add(fileOf(from), fileOf(to), weights[kind]);
  }
  return [...scaled(files, of.files), ...scaled(symbols, of.symbols)];
}

function isSymbol(id: NodeId): boolean {
  return id.includes('.');
}

function fileOf(id: NodeId): NodeId {
  const dot = id.indexOf('.');
  return dot < 0 ? id : id.slice(0, dot);
}

interface Graph {
  readonly ids: readonly NodeId[];
  /** An edge a place of the three. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly weight: readonly number[];
  /** What refers to itself alone is not referred to. */
  add(from: NodeId, to: NodeId, weight: number): void;
}

function createGraph(): Graph {
  const places = new Map<NodeId, number>();
  const ids: NodeId[] = [];
  const place = (id: NodeId): number => {
    const known = places.get(id);
    if (known !== undefined) return known;
    places.set(id, ids.length);
    ids.push(id);
    return ids.length - 1;
  };
  const [from, to, weight]: [number[], number[], number[]] = [[], [], []];
  return {
    ids,
    from,
    to,
    weight,
    add(source, target, edgeWeight) {
      if (source === target) return;
      from.push(place(source));
      to.push(place(target));
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
function pageRank({ ids, from, to, weight }: Graph): Float64Array {
  const nodes = ids.length;
  const given = new Float64Array(nodes);
  for (const [edge, source] of from.entries()) given[source] = (given[source] ?? 0) + (weight[edge] ?? 0);
  let ranks = new Float64Array(nodes).fill(1 / nodes);
  for (let iteration = 0; iteration < maxIterations; iteration += 1) {
    let dangling = 0;
    for (let node = 0; node < nodes; node += 1) if (given[node] === 0) dangling += ranks[node] ?? 0;
    const next = new Float64Array(nodes).fill((1 - damping + damping * dangling) / nodes);
    for (const [edge, source] of from.entries()) {
      const target = to[edge] ?? 0;
      const share = (weight[edge] ?? 0) / (given[source] ?? 1);
      next[target] = (next[target] ?? 0) + damping * (ranks[source] ?? 0) * share;
    }
    let change = 0;
    for (let node = 0; node < nodes; node += 1) change += Math.abs((next[node] ?? 0) - (ranks[node] ?? 0));
    ranks = next;
    if (change < smallChange) break;
  }
  return ranks;
}
