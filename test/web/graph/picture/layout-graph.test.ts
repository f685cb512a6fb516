/** The layout has layers: referring nodes come before their targets, and no nodes overlap. */
import { describe, expect, test } from 'vitest';
import {
  layoutGraph,
  nodeSize,
  type NodePositions,
} from '../../../../web/src/lib/features/graph/picture/layout-graph.ts';

const at = (placed: NodePositions, id: string) => {
  const position = placed.find((one) => one.id === id);
  if (position === undefined) throw new Error(`${id} has no place`);
  return position;
};

/** Pairs of nodes that overlap. */
function overlaps(placed: NodePositions): string[] {
  return placed.flatMap((one, index) =>
    placed
      .slice(index + 1)
      .filter(
        (other) => Math.abs(one.x - other.x) < nodeSize.width && Math.abs(one.y - other.y) < nodeSize.height,
      )
      .map((other) => `${one.id} ${other.id}`),
  );
}

describe('layoutGraph', () => {
  test('lays out a chain from left to right', () => {
    const placed = layoutGraph(
      [{ id: 'c' }, { id: 'a' }, { id: 'b' }],
      [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
      ],
    );
    expect(at(placed, 'a').x).toBeLessThan(at(placed, 'b').x);
    expect(at(placed, 'b').x).toBeLessThan(at(placed, 'c').x);
  });

  test('positions cycles, self-links and nodes without links', () => {
    const placed = layoutGraph(
      [{ id: 'a' }, { id: 'b' }, { id: 'alone' }],
      [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
        { from: 'a', to: 'a' },
      ],
    );
    expect(placed.map(({ id }) => id).toSorted()).toEqual(['a', 'alone', 'b']);
    expect(overlaps(placed)).toEqual([]);
  });

  test('wraps 299 callers of a node into columns', () => {
    const callers = Array.from({ length: 299 }, (_, index) => ({ id: `f${index}` }));
    const placed = layoutGraph(
      [{ id: 'hub' }, ...callers],
      callers.map(({ id }) => ({ from: id, to: 'hub' })),
    );
    expect(placed).toHaveLength(300);
    expect(overlaps(placed)).toEqual([]);
    const heights = placed.map(({ y }) => y);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1500);
    expect(Math.max(...callers.map(({ id }) => at(placed, id).x))).toBeLessThan(at(placed, 'hub').x);
  });

  test('returns no positions for an empty graph', () => {
    expect(layoutGraph([], [])).toEqual([]);
  });
});
