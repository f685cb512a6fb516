/** What passes between the page and the worker that lays out. */
import type { LayoutLink, LayoutNode, Placed } from './layout-graph.ts';

export interface LayoutRequest {
  readonly id: number;
  readonly nodes: readonly LayoutNode[];
  readonly links: readonly LayoutLink[];
}

export interface LayoutReply {
  readonly id: number;
  readonly placed: Placed;
}
