/** Computes, in pixels, to which node an arrow key moves and which part of the picture is visible. */
import { nodeSize, type NodePositions } from './layout-graph.ts';

export interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const arrowDirections: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest node in the direction of an arrow key; sideways distance counts double. Null for another key, or if there is no such node. */
export function findNodeInDirection(positions: NodePositions, from: string, key: string): string | null {
  const direction = arrowDirections[key];
  const start = positions.find(({ id }) => id === from);
  if (direction === undefined || start === undefined) return null;
  let best: { readonly id: string; readonly cost: number } | null = null;
  for (const { id, x, y } of positions) {
    const [right, down] = [x - start.x, y - start.y];
    const forward = right * direction[0] + down * direction[1];
    const sideways = Math.abs(right * direction[1]) + Math.abs(down * direction[0]);
    if (id === from || forward <= 0) continue;
    const cost = forward + 2 * sideways;
    if (best === null || cost < best.cost) best = { id, cost };
  }
  return best?.id ?? null;
}

/** Even with larger letters, names are cut to a few characters below this zoom. */
export const minReadableZoom = 0.3;

/** Shows the whole picture unless names would be unreadable; then centers one node. */
export function initialView(positions: NodePositions, centerId: string, size: Size): View {
  const bounds = layoutBounds(positions);
  const margin = 24;
  const fit = Math.min(
    1,
    (size.width - 2 * margin) / Math.max(1, bounds.width),
    (size.height - 2 * margin) / Math.max(1, bounds.height),
  );
  if (fit >= minReadableZoom)
    return centerView(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2, fit, size);
  const node = positions.find(({ id }) => id === centerId) ?? { x: bounds.x, y: bounds.y };
  const zoom = 0.5;
  return centerView(node.x + nodeSize.width / 2, node.y + nodeSize.height / 2, zoom, size);
}

/** Moves the view only as far as needed to show a node completely. */
export function revealNode(view: View, node: { readonly x: number; readonly y: number }, size: Size): View {
  const margin = 16;
  const left = node.x * view.zoom + view.x;
  const top = node.y * view.zoom + view.y;
  return {
    zoom: view.zoom,
    x: view.x + shift(left, nodeSize.width * view.zoom, size.width, margin),
    y: view.y + shift(top, nodeSize.height * view.zoom, size.height, margin),
  };
}

export function layoutBounds(positions: NodePositions): Size & { readonly x: number; readonly y: number } {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of positions) {
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + nodeSize.width), Math.max(bottom, y + nodeSize.height)];
  }
  if (positions.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function centerView(x: number, y: number, zoom: number, size: Size): View {
  return { x: size.width / 2 - x * zoom, y: size.height / 2 - y * zoom, zoom };
}

/** How far an interval must move to lie within the available space. A longer interval is aligned at its start. */
function shift(start: number, length: number, available: number, margin: number): number {
  if (start < margin || length > available - 2 * margin) return margin - start;
  return Math.min(0, available - margin - length - start);
}
