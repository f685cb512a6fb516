/** Questions to a graph, made from its own definitions and edges, always the same for the same graph. */

import type { GraphExport, GraphParameters } from '../../worker/contract/graph.ts';
import type { GraphQuestion } from './graph.ts';
import { sortByHash } from './sort-by-hash.ts';

/** Steps along calls between the ends of a chain that surely is there. */
const chainSteps = 5;
const dependence: ReadonlySet<unknown> = new Set(['calls', 'uses', 'extends', 'implements']);

interface Definition {
  readonly id: string;
  readonly symbol: string;
  readonly path: string;
}

type Neighbours = ReadonlyMap<string, readonly string[]>;

export function graphQuestions(
  graph: GraphExport,
  count: number,
): { readonly twoHops: readonly GraphQuestion[]; readonly chains: readonly GraphQuestion[] } {
  const definitions = new Map(graph.nodes.flatMap(definitionOf).map((one) => [one.id, one]));
  const users = neighboursOf(graph, dependence, 'target');
  const callees = neighboursOf(graph, new Set(['calls']), 'source');
  const callers = neighboursOf(graph, new Set(['calls']), 'target');
  const used = sortByHash([...users.keys()], (id) => id).filter((id) => definitions.has(id));
  const named = onlyOnes([...definitions.values()]);
  const starts = sortByHash([...callees.keys()], (id) => id).flatMap((id) => named.get(id) ?? []);
  const ends = sortByHash([...callers.keys()], (id) => `end ${id}`).flatMap((id) => named.get(id) ?? []);
  const connected = starts.flatMap((from) => {
    const to = named.get(walk(from.id, callees));
    return to === undefined || to.id === from.id ? [] : [chain(from, to)];
  });
  const any = starts.toReversed().flatMap((from, index) => {
    const to = ends[index];
    return to === undefined ? [] : [chain(from, to)];
  });
  return {
    twoHops: used.slice(0, count).map((id, index) => ({
      query: index % 2 === 0 || !callers.has(id) ? 'dependents' : 'callers',
      parameters: { id, depth: 2 },
    })),
    chains: connected
      .slice(0, Math.ceil(count / 2))
      .flatMap((one, index) => [one, ...any.slice(index, index + 1)])
      .slice(0, count),
  };
}

function definitionOf({ key, attributes }: GraphExport['nodes'][number]): Definition[] {
  const { symbol, path } = attributes;
  return typeof symbol === 'string' && typeof path === 'string' ? [{ id: key, symbol, path }] : [];
}

/** Those that a name and a path tell from all others: a chain's ends are given by them. */
function onlyOnes(definitions: readonly Definition[]): ReadonlyMap<string, Definition> {
  const counts = new Map<string, number>();
  const lastOf = ({ symbol }: Definition): string => (symbol.split('.').at(-1) ?? symbol).toLowerCase();
  for (const one of definitions) counts.set(lastOf(one), (counts.get(lastOf(one)) ?? 0) + 1);
  return new Map(definitions.filter((one) => counts.get(lastOf(one)) === 1).map((one) => [one.id, one]));
}

/** Nodes at the other end of proven edges, by the one end. */
function neighboursOf(
  { edges }: GraphExport,
  kinds: ReadonlySet<unknown>,
  end: 'source' | 'target',
): Neighbours {
  const neighbours = new Map<string, string[]>();
  const other = end === 'source' ? 'target' : 'source';
  for (const edge of edges) {
    if (edge.attributes['tier'] === 'name-match' || !kinds.has(edge.attributes['kind'])) continue;
    const known = neighbours.get(edge[end]);
    if (known === undefined) neighbours.set(edge[end], [edge[other]]);
    else known.push(edge[other]);
  }
  return neighbours;
}

/** Where a walk of at most so many steps ends that always takes the neighbour of the least hash not yet seen. */
function walk(from: string, neighbours: Neighbours): string {
  const seen = new Set([from]);
  let at = from;
  for (let step = 0; step < chainSteps; step += 1) {
    const next = sortByHash(neighbours.get(at) ?? [], (id) => `${from} ${id}`).find((id) => !seen.has(id));
    if (next === undefined) return at;
    seen.add(next);
    at = next;
  }
  return at;
}

function chain(from: Definition, to: Definition): GraphQuestion {
  const parameters: GraphParameters = {
    symbol: from.symbol,
    path: from.path,
    to: to.symbol,
    toPath: to.path,
  };
  return { query: 'chain', parameters };
}
