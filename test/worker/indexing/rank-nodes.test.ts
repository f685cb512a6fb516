import { describe, expect, it } from 'vitest';
import type { EdgeKind } from '../../../worker/core/code/edge.ts';
import { rankNodes } from '../../../worker/indexing/rank-nodes.ts';

type Edge = readonly [from: string, to: string, kind?: EdgeKind];

function ranksOf(edges: readonly Edge[], of = { files: 4, symbols: 4 }): Record<string, number> {
  const told = edges.map(([from, to, kind = 'calls']) => ({ from, to, kind }));
  return Object.fromEntries(rankNodes(told, of).map(({ id, rank }) => [id, rank]));
}

const sum = (ranks: Record<string, number>, isOf: (id: string) => boolean): number =>
  Object.entries(ranks).reduce((total, [id, rank]) => total + (isOf(id) ? rank : 0), 0);

describe('rank', () => {
  it('has a mean of 1 over all files, and over all definitions', () => {
    const ranks = ranksOf([
      ['1.0', '2.0'],
      ['1.1', '2.1'],
      ['2.0', '3.0'],
      ['3.0', '2.1'],
    ]);
    expect(sum(ranks, (id) => id.includes('.'))).toBeCloseTo(4);
    expect(sum(ranks, (id) => !id.includes('.'))).toBeCloseTo(4);
  });

  it('is the PageRank of the paper, what a dead end would pass on spread over all', () => {
    // Of a chain of three: all are given the same t, B = t + 0.85 t, C = t + 0.85 B.
    const ranks = ranksOf([
      ['1.0', '1.1'],
      ['1.1', '1.2'],
    ]);
    expect((ranks['1.2'] ?? 0) / (ranks['1.1'] ?? 1)).toBeCloseTo((1 + 0.85 + 0.85 ** 2) / (1 + 0.85), 5);
    expect(ranks).not.toHaveProperty('1.0');
  });

  it('is higher for what more refers to, and for what such a thing refers to', () => {
    const ranks = ranksOf([
      ['1.0', '2.0'],
      ['1.1', '2.0'],
      ['1.2', '2.1'],
      ['2.0', '3.0'],
      ['2.1', '3.1'],
    ]);
    expect(ranks['2.0']).toBeGreaterThan(ranks['2.1'] ?? 0);
    expect(ranks['3.0']).toBeGreaterThan(ranks['3.1'] ?? 0);
  });

  it('counts every edge: what is called twice as often is given two thirds', () => {
    const once: Edge[] = [
      ['1', '2.0'],
      ['1', '2.1'],
    ];
    const ranks = ranksOf([...once, ['1', '2.0']]);
    expect(ranksOf(once)['2.0']).toBeCloseTo(ranksOf(once)['2.1'] ?? 0);
    expect((ranks['2.0'] ?? 0) / (ranks['2.1'] ?? 1)).toBeCloseTo((3 + 0.85 * 2) / (3 + 0.85), 5);
  });

  it('of a file is what all its definitions are given from other files', () => {
    const ranks = ranksOf([
      ['1.0', '2.0'],
      ['1', '2.1', 'imports'],
      ['2.0', '2.1'],
      ['3.0', '1.0'],
    ]);
    expect(ranks['2']).toBeGreaterThan(ranks['1'] ?? 0);
    expect(ranks).not.toHaveProperty('3');
  });

  it.each(['has-method', 'defines'] as const)('passes nothing along %s', (kind) => {
    expect(ranksOf([['1.0', '2.0', kind]])).toEqual({});
  });

  it('is not what a definition gives itself', () => {
    expect(ranksOf([['1.0', '1.0']])).toEqual({});
  });

  it('is none where there is no edge', () => {
    expect(ranksOf([])).toEqual({});
  });
});

it('holds for circles, for dead ends and for many nodes alike', () => {
  const nodes = 2_000;
  const edges = Array.from({ length: nodes * 5 }, (_, index): Edge => {
    const [from, to] = [(index * 7_919) % nodes, (index * index * 31 + 7) % (nodes / 2)];
    return [`${from % 50}.${from}`, `${to % 50}.${to}`];
  });
  const ranks = ranksOf(edges, { files: 50, symbols: nodes });
  expect(Object.values(ranks).every((rank) => Number.isFinite(rank) && rank > 0)).toBe(true);
  expect(sum(ranks, (id) => id.includes('.'))).toBeCloseTo(nodes, 3);
});
