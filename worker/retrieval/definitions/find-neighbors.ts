/** Finds callers, callees and subtypes of the best definitions so far: the code that answers often does not contain the question's words. */

import { provenTiers, type EdgeKind } from '../../core/code/edge.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { ChunkStore } from '../../ports/chunk-store.ts';
import type { GraphStore } from '../../ports/graph-store.ts';
import type { Definition } from './definition.ts';
import { symbolDefinition } from './list-definitions.ts';
import type { ListReader } from './list-evidence.ts';
import type { OutlineScorer } from './outline-score.ts';

export interface Connections {
  /** Number of the best definitions that call it or that it calls. */
  readonly count: number;
  /** 1 for a connection to the best definition, ½ for the second best; 0 without a connection. */
  readonly bestPlace: number;
}

export const noConnections: Connections = { count: 0, bestPlace: 0 };

export interface Neighborhood {
  /** Connected definitions that were not known before. */
  readonly neighbors: readonly Definition[];
  /** By id, for known definitions too. */
  readonly connections: ReadonlyMap<string, Connections>;
}

/** Number of best definitions whose neighbors are read, and the maximum number of those. */
const maxSeeds = 15;
const maxNeighbors = 60;
const kinds = ['calls', 'uses', 'extends', 'implements'] as const satisfies readonly EdgeKind[];
/** Weight of an outline's score compared with the scores of the two lists, which are at most 1. */
const outlineWeight = 0.1;

interface Tools {
  readonly chunkStore: Pick<ChunkStore, 'symbolsById'>;
  readonly graphStore: Pick<GraphStore, 'neighbors'>;
}

export async function findNeighbors(
  { chunkStore, graphStore }: Tools,
  key: SnapshotKey,
  {
    first,
    reader,
    scorer,
    paths,
  }: {
    readonly first: readonly Definition[];
    readonly reader: ListReader;
    readonly scorer: OutlineScorer;
    readonly paths: readonly string[] | undefined;
  },
): Promise<Neighborhood> {
  const seeds = chooseSeeds(first, reader, scorer);
  if (seeds.length === 0) return { neighbors: [], connections: new Map() };
  const { incoming, outgoing } = await graphStore.neighbors(key, { from: seeds, kinds, tiers: provenTiers });
  const connections = countConnections(seeds, [
    ...incoming.map(({ from, to }) => ({ seed: to, id: from })),
    ...outgoing.map(({ from, to }) => ({ seed: from, id: to })),
  ]);
  const known = new Set(first.map(({ id }) => id));
  const ids = [...connections]
    .filter(([id]) => !known.has(id))
    .toSorted((a, b) => b[1].count - a[1].count)
    .slice(0, maxNeighbors)
    .map(([id]) => id);
  const symbols = ids.length === 0 ? [] : await chunkStore.symbolsById(key, ids);
  const allowed = paths === undefined ? undefined : new Set(paths);
  const neighbors = symbols
    .filter(({ path }) => allowed?.has(path) !== false)
    .map((symbol) => symbolDefinition(symbol, [], { role: symbol.role, language: '', fileRank: 0 }));
  return { neighbors, connections };
}

function chooseSeeds(
  first: readonly Definition[],
  reader: ListReader,
  scorer: OutlineScorer,
): readonly string[] {
  return first
    .filter(({ kind }) => kind !== 'text' && kind !== 'section')
    .map((definition) => {
      const { learnedScore, signalsScore } = reader.read(definition);
      return {
        id: definition.id,
        score: outlineWeight * scorer(definition) + learnedScore + signalsScore,
      };
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxSeeds)
    .map(({ id }) => id);
}

function countConnections(
  seeds: readonly string[],
  edges: readonly { readonly seed: string; readonly id: string }[],
): ReadonlyMap<string, Connections> {
  const places = new Map(seeds.map((seed, index) => [seed, 1 / (1 + index)]));
  const connected = new Map<string, Set<string>>();
  for (const { seed, id } of edges) {
    if (seed === id || !places.has(seed)) continue;
    const seedsOfId = connected.get(id) ?? new Set<string>();
    connected.set(id, seedsOfId.add(seed));
  }
  return new Map(
    [...connected].map(([id, found]) => [
      id,
      { count: found.size, bestPlace: Math.max(...[...found].map((seed) => places.get(seed) ?? 0)) },
    ]),
  );
}
