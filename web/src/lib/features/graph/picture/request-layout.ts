/** Sends graphs to the layout worker, which exists as long as the picture. Replies to earlier requests are ignored. */
import type { NodePositions } from './layout-graph.ts';
import type { LayoutReply, LayoutRequest } from './layout-worker.ts';

interface LayoutWorker {
  readonly layout: (
    graph: Pick<LayoutRequest, 'nodes' | 'links' | 'size'>,
    onPositions: (positions: NodePositions) => void,
  ) => void;
  readonly close: () => void;
}

export function createLayoutWorker(): LayoutWorker {
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
  let lastId = 0;
  let onLastPositions: ((positions: NodePositions) => void) | undefined;
  worker.addEventListener('message', ({ data }: MessageEvent<LayoutReply>) => {
    if (data.id === lastId) onLastPositions?.(data.positions);
  });
  return {
    layout({ nodes, links, size }, onPositions) {
      onLastPositions = onPositions;
      const request: LayoutRequest = {
        id: (lastId += 1),
        nodes: nodes.map(({ id }) => ({ id })),
        links: links.map(({ from, to }) => ({ from, to })),
        size,
      };
      worker.postMessage(request, { transfer: [] });
    },
    close: () => worker.terminate(),
  };
}
