/** Creates graph queries from the definitions and edges of a graph. The same graph gives the same queries. */

import type { GraphExport, GraphParameters } from '../../../worker/contract/graph/schema.ts';
import type { GraphQuestion } from './graph-bench.ts';
import { sortByHash } from '../sort-by-hash.ts';

/** Steps along calls between the ends of a chain that is known to exist. */
const chainSteps = 5;
const dependencyKinds: ReadonlySet<unknown> = new Set(['calls', 'uses', 'extends', 'implements']);

interface Definition {
  readonly id: string;
  readonly symbol: string;
  readonly path: string;
}

type Neighbors = ReadonlyMap<string, readonly string[]>;

export function graphQuestions(
  graph: GraphExport,
  count: number,
): { readonly twoHops: readonly GraphQuestion[]; readonly chains: readonly GraphQuestion[] } {
  const definitions = new Map(
    graph.nodes.flatMap(toDefinition).map((definition) => [definition.id, definition]),
  );
  const users = findNeighbors(graph, dependencyKinds, 'target');
  const callees = findNeighbors(graph, new Set(['calls']), 'source');
  const callers = findNeighbors(graph, new Set(['calls']), 'target');
  const usedIds = sortByHash([...users.keys()], (id) => id).filter((id) => definitions.has(id));
  const uniquelyNamed = findUniquelyNamed([...definitions.values()]);
  const starts = sortByHash([...callees.keys()], (id) => id).flatMap((id) => uniquelyNamed.get(id) ?? []);
  const ends = sortByHash([...callers.keys()], (id) => `end ${id}`).flatMap(
    (id) => uniquelyNamed.get(id) ?? [],
  );
  const connectedChains = starts.flatMap((from) => {
    const to = uniquelyNamed.get(findChainEnd(from.id, callees));
    return to === undefined || to.id === from.id ? [] : [createChainQuery(from, to)];
  });
  const arbitraryChains = starts.toReversed().flatMap((from, index) => {
    const to = ends[index];
    return to === undefined ? [] : [createChainQuery(from, to)];
  });
  return {
    twoHops: usedIds.slice(0, count).map((id, index) => ({
      query: index % 2 === 0 || !callers.has(id) ? 'dependents' : 'callers',
      parameters: { id, depth: 2 },
    })),
    chains: connectedChains
      .slice(0, Math.ceil(count / 2))
      .flatMap((question, index) => [question, ...arbitraryChains.slice(index, index + 1)])
      .slice(0, count),
  };
}

function toDefinition({ key, attributes }: GraphExport['nodes'][number]): Definition[] {
  const { symbol, path } = attributes;
  return typeof symbol === 'string' && typeof path === 'string' ? [{ id: key, symbol, path }] : [];
}

/** Returns the definitions whose last name segment is unique, by id. The ends of a chain are requested by name and path. */
function findUniquelyNamed(definitions: readonly Definition[]): ReadonlyMap<string, Definition> {
  const counts = new Map<string, number>();
  const lastSegment = ({ symbol }: Definition): string => (symbol.split('.').at(-1) ?? symbol).toLowerCase();
  for (const definition of definitions)
    counts.set(lastSegment(definition), (counts.get(lastSegment(definition)) ?? 0) + 1);
  return new Map(
    definitions
      .filter((definition) => counts.get(lastSegment(definition)) === 1)
      .map((definition) => [definition.id, definition]),
  );
}

/** Returns the neighbors of each node across edges that are more than name matches. `end` is the side of the edge that the node is on. */
function findNeighbors(
  { edges }: GraphExport,
  kinds: ReadonlySet<unknown>,
  end: 'source' | 'target',
): Neighbors {
  const neighbors = new Map<string, string[]>();
  const other = end === 'source' ? 'target' : 'source';
  for (const edge of edges) {
    if (edge.attributes['tier'] === 'name-match' || !kinds.has(edge.attributes['kind'])) continue;
    const existing = neighbors.get(edge[end]);
    if (existing === undefined) neighbors.set(edge[end], [edge[other]]);
    else existing.push(edge[other]);
  }
  return neighbors;
}

/** Walks at most `chainSteps` steps, each to the unvisited neighbor with the smallest hash. @returns the last node */
function findChainEnd(from: string, neighbors: Neighbors): string {
  const visitedIds = new Set([from]);
  let current = from;
  for (let step = 0; step < chainSteps; step += 1) {
    const next = sortByHash(neighbors.get(current) ?? [], (id) => `${from} ${id}`).find(
      (id) => !visitedIds.has(id),
    );
    if (next === undefined) return current;
    visitedIds.add(next);
    current = next;
  }
  return current;
}

function createChainQuery(from: Definition, to: Definition): GraphQuestion {
  const parameters: GraphParameters = {
    symbol: from.symbol,
    path: from.path,
    to: to.symbol,
    toPath: to.path,
  };
  return { query: 'chain', parameters };
}
