/** A web worker that lays out graphs, because the layout of a few hundred nodes would block the page. */
import { layoutGraph, type LayoutLink, type LayoutNode, type NodePositions } from './layout-graph.ts';

export interface LayoutRequest {
  readonly id: number;
  readonly nodes: readonly LayoutNode[];
  readonly links: readonly LayoutLink[];
  readonly size: { readonly width: number; readonly height: number };
}

export interface LayoutReply {
  readonly id: number;
  readonly positions: NodePositions;
}

self.addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  const reply: LayoutReply = { id: data.id, positions: layoutGraph(data.nodes, data.links, data.size) };
  self.postMessage(reply, { transfer: [] });
});
