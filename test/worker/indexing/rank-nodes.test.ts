import { describe, expect, it } from 'vitest';
import type { EdgeKind } from '../../../worker/core/code/edge.ts';
import { rankNodes } from '../../../worker/indexing/rank-nodes.ts';

type Edge = readonly [from: string, to: string, kind?: EdgeKind];

function rank(edges: readonly Edge[], counts = { files: 4, symbols: 4 }): Record<string, number> {
  const graphEdges = edges.map(([from, to, kind = 'calls']) => ({ from, to, kind }));
  return Object.fromEntries(rankNodes(graphEdges, counts).map(({ id, rank }) => [id, rank]));
}

const sum = (ranks: Record<string, number>, isIncluded: (id: string) => boolean): number =>
  Object.entries(ranks).reduce((total, [id, rank]) => total + (isIncluded(id) ? rank : 0), 0);

describe('the rank of a node', () => {
  it('has a mean of 1 over all files, and over all definitions', () => {
    const ranks = rank([
      ['1.0', '2.0'],
      ['1.1', '2.1'],
      ['2.0', '3.0'],
      ['3.0', '2.1'],
    ]);
    expect(sum(ranks, (id) => id.includes('.'))).toBeCloseTo(4);
    expect(sum(ranks, (id) => !id.includes('.'))).toBeCloseTo(4);
  });

  it('is the PageRank of the paper, with the rank of dead ends spread over all nodes', () => {
    // In a chain of three, every node has the base rank t, B = t + 0.85 t, C = t + 0.85 B.
    const ranks = rank([
      ['1.0', '1.1'],
      ['1.1', '1.2'],
    ]);
    expect((ranks['1.2'] ?? 0) / (ranks['1.1'] ?? 1)).toBeCloseTo((1 + 0.85 + 0.85 ** 2) / (1 + 0.85), 5);
    expect(ranks).not.toHaveProperty('1.0');
  });

  it('is higher with more references, and with references from highly ranked nodes', () => {
    const ranks = rank([
      ['1.0', '2.0'],
      ['1.1', '2.0'],
      ['1.2', '2.1'],
      ['2.0', '3.0'],
      ['2.1', '3.1'],
    ]);
    expect(ranks['2.0']).toBeGreaterThan(ranks['2.1'] ?? 0);
    expect(ranks['3.0']).toBeGreaterThan(ranks['3.1'] ?? 0);
  });

  it('depends on the number of edges: a node called twice as often receives two thirds', () => {
    const once: Edge[] = [
      ['1', '2.0'],
      ['1', '2.1'],
    ];
    const ranks = rank([...once, ['1', '2.0']]);
    expect(rank(once)['2.0']).toBeCloseTo(rank(once)['2.1'] ?? 0);
    expect((ranks['2.0'] ?? 0) / (ranks['2.1'] ?? 1)).toBeCloseTo((3 + 0.85 * 2) / (3 + 0.85), 5);
  });

  it('of a file sums the references to all its definitions from other files', () => {
    const ranks = rank([
      ['1.0', '2.0'],
      ['1', '2.1', 'imports'],
      ['2.0', '2.1'],
      ['3.0', '1.0'],
    ]);
    expect(ranks['2']).toBeGreaterThan(ranks['1'] ?? 0);
    expect(ranks).not.toHaveProperty('3');
  });

  it.each(['has-method', 'defines'] as const)('is not passed along a %s edge', (kind) => {
    expect(rank([['1.0', '2.0', kind]])).toEqual({});
  });

  it('ignores references of a definition to itself', () => {
    expect(rank([['1.0', '1.0']])).toEqual({});
  });

  it('is missing without an edge', () => {
    expect(rank([])).toEqual({});
  });
});

it('is finite and positive with cycles, dead ends and many nodes', () => {
  const nodes = 2_000;
  const edges = Array.from({ length: nodes * 5 }, (_, index): Edge => {
    const [from, to] = [(index * 7_919) % nodes, (index * index * 31 + 7) % (nodes / 2)];
    return [`${from % 50}.${from}`, `${to % 50}.${to}`];
  });
  const ranks = rank(edges, { files: 50, symbols: nodes });
  expect(Object.values(ranks).every((rank) => Number.isFinite(rank) && rank > 0)).toBe(true);
  expect(sum(ranks, (id) => id.includes('.'))).toBeCloseTo(nodes, 3);
});
