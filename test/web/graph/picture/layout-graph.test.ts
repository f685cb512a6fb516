/** The layout places referring nodes before their targets, and no nodes overlap. */
import { describe, expect, test } from 'vitest';
import {
  layoutGraph,
  nodeSize,
  type NodePositions,
} from '../../../../web/src/lib/features/graph/picture/layout-graph.ts';

const findPosition = (positions: NodePositions, id: string) => {
  const position = positions.find((one) => one.id === id);
  if (position === undefined) throw new Error(`The layout has no position for ${id}.`);
  return position;
};

function findOverlappingPairs(positions: NodePositions): string[] {
  return positions.flatMap((one, index) =>
    positions
      .slice(index + 1)
      .filter(
        (other) => Math.abs(one.x - other.x) < nodeSize.width && Math.abs(one.y - other.y) < nodeSize.height,
      )
      .map((other) => `${one.id} ${other.id}`),
  );
}

describe('layoutGraph', () => {
  test('lays out a chain from left to right', () => {
    const positions = layoutGraph(
      [{ id: 'c' }, { id: 'a' }, { id: 'b' }],
      [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
      ],
    );
    expect(findPosition(positions, 'a').x).toBeLessThan(findPosition(positions, 'b').x);
    expect(findPosition(positions, 'b').x).toBeLessThan(findPosition(positions, 'c').x);
  });

  test('positions cycles, self-links and nodes without links', () => {
    const positions = layoutGraph(
      [{ id: 'a' }, { id: 'b' }, { id: 'alone' }],
      [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
        { from: 'a', to: 'a' },
      ],
    );
    expect(positions.map(({ id }) => id).toSorted()).toEqual(['a', 'alone', 'b']);
    expect(findOverlappingPairs(positions)).toEqual([]);
  });

  test('wraps 299 callers of a node into columns', () => {
    const callers = Array.from({ length: 299 }, (_, index) => ({ id: `f${index}` }));
    const positions = layoutGraph(
      [{ id: 'hub' }, ...callers],
      callers.map(({ id }) => ({ from: id, to: 'hub' })),
    );
    expect(positions).toHaveLength(300);
    expect(findOverlappingPairs(positions)).toEqual([]);
    const heights = positions.map(({ y }) => y);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1500);
    expect(Math.max(...callers.map(({ id }) => findPosition(positions, id).x))).toBeLessThan(
      findPosition(positions, 'hub').x,
    );
  });

  test('returns no positions for an empty graph', () => {
    expect(layoutGraph([], [])).toEqual([]);
  });
});
