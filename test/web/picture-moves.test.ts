/** Arrow keys lead to the node on that side; the view shows what is asked for. */
import { describe, expect, test } from 'vitest';
import { nodeSize } from '../../web/src/lib/features/graph/layout-graph.ts';
import { boundsOf, firstView, nodeBeside, viewWith } from '../../web/src/lib/features/graph/picture-moves.ts';

const placed = [
  { id: 'left', x: 0, y: 0 },
  { id: 'middle', x: 300, y: 0 },
  { id: 'below', x: 300, y: 64 },
  { id: 'right', x: 600, y: 20 },
];
const size = { width: 1000, height: 600 };

describe('nodeBeside', () => {
  test.each([
    ['left', 'ArrowRight', 'middle'],
    ['right', 'ArrowLeft', 'middle'],
    ['middle', 'ArrowDown', 'below'],
    ['below', 'ArrowUp', 'middle'],
    ['left', 'ArrowLeft', null],
    ['left', 'x', null],
    ['gone', 'ArrowRight', null],
  ])('from %s by %s: %s', (from, key, to) => {
    expect(nodeBeside(placed, from, key)).toBe(to);
  });
});

describe('firstView', () => {
  test('a small picture is seen whole, in the middle', () => {
    const { x, y, zoom } = firstView(placed, 'left', size);
    const { width, height } = boundsOf(placed);
    expect(zoom).toBe(1);
    expect(x + (width / 2) * zoom).toBeCloseTo(size.width / 2);
    expect(y + (height / 2) * zoom).toBeCloseTo(size.height / 2);
  });

  test('of a large one the focus is in the middle, large enough to be read', () => {
    const wide = [...placed, { id: 'far', x: 9000, y: 9000 }];
    const { x, zoom } = firstView(wide, 'right', size);
    expect(zoom).toBeGreaterThan(0.5);
    expect(x + (600 + nodeSize.width / 2) * zoom).toBeCloseTo(size.width / 2);
  });
});

test('viewWith moves no further than it must', () => {
  const view = { x: 0, y: 0, zoom: 1 };
  expect(viewWith(view, { x: 100, y: 100 }, size)).toEqual(view);
  const moved = viewWith(view, { x: 1000, y: -50 }, size);
  expect(moved.x + 1000 + nodeSize.width).toBe(size.width - 16);
  expect(moved.y - 50).toBe(16);
});

test('nothing has no extent', () => {
  expect(boundsOf([])).toEqual({ x: 0, y: 0, width: 0, height: 0 });
});
