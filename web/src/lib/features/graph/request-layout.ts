/** The page's side of laying out: one worker while a picture is shown. Only the last graph asked for is answered. */
import type { LayoutLink, LayoutNode, Placed } from './layout-graph.ts';
import type { LayoutReply, LayoutRequest } from './layout-messages.ts';

interface GraphLayouter {
  readonly layout: (
    graph: { readonly nodes: readonly LayoutNode[]; readonly links: readonly LayoutLink[] },
    onPlaced: (placed: Placed) => void,
  ) => void;
  readonly close: () => void;
}

export function createGraphLayouter(): GraphLayouter {
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
  let lastId = 0;
  let waiting: ((placed: Placed) => void) | undefined;
  worker.addEventListener('message', ({ data }: MessageEvent<LayoutReply>) => {
    if (data.id === lastId) waiting?.(data.placed);
  });
  return {
    layout({ nodes, links }, onPlaced) {
      waiting = onPlaced;
      const request: LayoutRequest = {
        id: (lastId += 1),
        nodes: nodes.map(({ id }) => ({ id })),
        links: links.map(({ from, to }) => ({ from, to })),
      };
      worker.postMessage(request, { transfer: [] });
    },
    close: () => worker.terminate(),
  };
}
