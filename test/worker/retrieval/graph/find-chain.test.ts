import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { provenTiers } from '../../../../worker/core/code/edge.ts';
import { findChain, findCycle } from '../../../../worker/retrieval/graph/find-chain.ts';
import { createMemoryGraph } from '../../../support/fakes/memory-graph.ts';

const key = { shard: 0, snapshot: 1, generation: 1 };
const options = {
  kinds: ['calls'],
  tiers: provenTiers,
  depth: 8,
  maxNodes: 1_000,
  hasTimeLeft: () => true,
} as const;
const count = 9;
const names = Array.from({ length: count }, (_, index) => `n${index}`);

function graphWith(pairs: readonly (readonly [number, number])[]) {
  return createMemoryGraph(
    { 'a.py': names.map((name, index) => `${name} ${index + 1}-${index + 1}`) },
    pairs.map(([from, to], index) => `a.py n${from} calls a.py n${to} @${index + 1}`),
  );
}

/** The length of the shortest path by a plain search from one end; undefined if there is no path. */
function findShortestLength(
  pairs: readonly (readonly [number, number])[],
  from: number,
  to: number,
): number | undefined {
  let reached = new Set([from]);
  for (let steps = 0; steps <= count; steps += 1) {
    if (reached.has(to)) return steps;
    reached = new Set([...reached, ...pairs.filter(([a]) => reached.has(a)).map(([, b]) => b)]);
  }
  return undefined;
}

describe('findChain', () => {
  it('finds a shortest path of connected edges', async () => {
    const node = fc.nat(count - 1);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(node, node), { maxLength: 25 }), async (pairs) => {
        const graph = graphWith(pairs);
        const [from, to] = [graph.findId('a.py', 'n0'), graph.findId('a.py', 'n1')];
        const { edges } = await findChain(graph.graphStore, key, { from: [from], to: [to], options });
        expect(edges.length).toBe(findShortestLength(pairs, 0, 1) ?? 0);
        let at = from;
        for (const edge of edges) {
          expect(edge.from).toBe(at);
          at = edge.to;
        }
        if (edges.length > 0) expect(at).toBe(to);
      }),
      { numRuns: 200 },
    );
  });

  it('prefers the chain whose first call comes first in the code', async () => {
    for (const pairs of [
      [
        [0, 3],
        [0, 2],
        [2, 1],
        [3, 1],
      ],
      [
        [0, 3],
        [0, 2],
        [3, 1],
        [2, 1],
      ],
    ] as const) {
      const graph = graphWith(pairs);
      const ends = { from: [graph.findId('a.py', 'n0')], to: [graph.findId('a.py', 'n1')] };
      const { edges } = await findChain(graph.graphStore, key, { ...ends, options });
      expect(edges.map(({ to }) => to)).toEqual([graph.findId('a.py', 'n3'), graph.findId('a.py', 'n1')]);
    }
  });

  it('stops at the maximum depth and reports it', async () => {
    const chainPairs = [0, 1, 2, 3, 4].map((at) => [at === 0 ? 0 : at + 1, at + 2] as const);
    const graph = graphWith([...chainPairs, [6, 1]]);
    const ends = { from: [graph.findId('a.py', 'n0')], to: [graph.findId('a.py', 'n1')] };
    expect((await findChain(graph.graphStore, key, { ...ends, options })).edges).toHaveLength(6);
    const short = await findChain(graph.graphStore, key, { ...ends, options: { ...options, depth: 5 } });
    expect([short.edges.length, short.cutBy]).toEqual([0, 'depth']);
  });

  it('reports that it ran out of time or nodes', async () => {
    const graph = graphWith([
      [0, 2],
      [2, 3],
      [3, 4],
      [4, 5],
      [5, 6],
      [6, 7],
      [7, 1],
    ]);
    const ends = { from: [graph.findId('a.py', 'n0')], to: [graph.findId('a.py', 'n1')] };
    const late = await findChain(graph.graphStore, key, {
      ...ends,
      options: { ...options, hasTimeLeft: () => false },
    });
    expect([late.edges.length, late.cutBy]).toEqual([0, 'time']);
    const full = await findChain(graph.graphStore, key, { ...ends, options: { ...options, maxNodes: 3 } });
    expect([full.edges.length, full.cutBy]).toEqual([0, 'nodes']);
  });
});

const findTestCycle = async (...pairs: readonly (readonly [number, number])[]) => {
  const graph = graphWith(pairs);
  const { edges } = await findCycle(graph.graphStore, key, { ids: [graph.findId('a.py', 'n0')], options });
  return edges.map(({ line }) => line);
};

describe('findCycle', () => {
  it('finds a direct self-call, or else a cycle through callees', async () => {
    expect(await findTestCycle([0, 1], [1, 0], [0, 0])).toEqual([3]);
    expect(await findTestCycle([0, 3], [0, 1], [1, 2], [2, 0])).toEqual([2, 3, 4]);
  });

  it('returns no edges if no path leads back', async () => {
    expect(await findTestCycle([0, 1], [1, 2], [3, 0])).toEqual([]);
    expect(await findTestCycle()).toEqual([]);
  });
});
