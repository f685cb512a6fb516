/** Lays graphs out off the page's thread: a few hundred nodes can take longer than a page may stand still. */
import { layoutGraph } from './layout-graph.ts';
import type { LayoutReply, LayoutRequest } from './layout-messages.ts';

self.addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  const reply: LayoutReply = { id: data.id, placed: layoutGraph(data.nodes, data.links) };
  self.postMessage(reply, { transfer: [] });
});
