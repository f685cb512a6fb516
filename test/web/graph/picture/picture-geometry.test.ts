/** Arrow keys move to the nearest node in their direction, and the view shows the focus or the revealed node. */
import { describe, expect, test } from 'vitest';
import { nodeSize } from '../../../../web/src/lib/features/graph/picture/layout-graph.ts';
import {
  layoutBounds,
  initialView,
  minReadableZoom,
  findNodeInDirection,
  revealNode,
} from '../../../../web/src/lib/features/graph/picture/picture-geometry.ts';

const positions = [
  { id: 'left', x: 0, y: 0 },
  { id: 'middle', x: 300, y: 0 },
  { id: 'below', x: 300, y: 64 },
  { id: 'right', x: 600, y: 20 },
];
const size = { width: 1000, height: 600 };

describe('findNodeInDirection', () => {
  test.each([
    ['left', 'ArrowRight', 'middle'],
    ['right', 'ArrowLeft', 'middle'],
    ['middle', 'ArrowDown', 'below'],
    ['below', 'ArrowUp', 'middle'],
    ['left', 'ArrowLeft', null],
    ['left', 'x', null],
    ['gone', 'ArrowRight', null],
  ])('for the node %s and the key %s, returns %s', (from, key, to) => {
    expect(findNodeInDirection(positions, from, key)).toBe(to);
  });
});

describe('initialView', () => {
  test('centers a small picture completely', () => {
    const { x, y, zoom } = initialView(positions, 'left', size);
    const { width, height } = layoutBounds(positions);
    expect(zoom).toBe(1);
    expect(x + (width / 2) * zoom).toBeCloseTo(size.width / 2);
    expect(y + (height / 2) * zoom).toBeCloseTo(size.height / 2);
  });

  test('shows a picture completely while names stay readable', () => {
    const wide = [...positions, { id: 'far', x: 1800, y: 900 }];
    const { x, y, zoom } = initialView(wide, 'left', size);
    expect(zoom).toBeGreaterThan(minReadableZoom);
    for (const one of wide) {
      expect(one.x * zoom + x).toBeGreaterThan(0);
      expect((one.x + nodeSize.width) * zoom + x).toBeLessThan(size.width);
      expect((one.y + nodeSize.height) * zoom + y).toBeLessThan(size.height);
    }
  });

  test('centers the focus of a larger picture at a readable zoom', () => {
    const distantPositions = [...positions, { id: 'far', x: 9000, y: 9000 }];
    const { x, zoom } = initialView(distantPositions, 'right', size);
    expect(zoom).toBeGreaterThan(minReadableZoom);
    expect(x + (600 + nodeSize.width / 2) * zoom).toBeCloseTo(size.width / 2);
  });
});

test('moves the view only as far as needed to reveal a node', () => {
  const view = { x: 0, y: 0, zoom: 1 };
  expect(revealNode(view, { x: 100, y: 100 }, size)).toEqual(view);
  const movedView = revealNode(view, { x: 1000, y: -50 }, size);
  expect(movedView.x + 1000 + nodeSize.width).toBe(size.width - 16);
  expect(movedView.y - 50).toBe(16);
});

test('returns empty bounds for an empty layout', () => {
  expect(layoutBounds([])).toEqual({ x: 0, y: 0, width: 0, height: 0 });
});
