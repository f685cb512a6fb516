/**
 * Finds matches in one text with a web worker. Only the latest search receives a result. If a search takes too long, the worker is terminated,
 * and the next search starts a new one.
 */
import type { MatchList, FindOptions } from './find-matches.ts';
import type { FindReply, FindRequest } from './find-worker.ts';

export type FindResult = MatchList | 'too-slow';

interface TextFinder {
  readonly find: (options: FindOptions, onResult: (result: FindResult) => void) => void;
  readonly close: () => void;
}

const timeoutMs = 3000;

export function createTextFinder(text: string): TextFinder {
  let worker: Worker | undefined;
  let lastId = 0;
  let pendingSearch: { readonly onResult: (result: FindResult) => void; readonly timer: number } | undefined;

  function startWorker(): Worker {
    const newWorker = new Worker(new URL('./find-worker.ts', import.meta.url), { type: 'module' });
    send(newWorker, { type: 'file', text });
    newWorker.addEventListener('message', ({ data }: MessageEvent<FindReply>) => {
      if (data.id === lastId) settle(data.matches);
    });
    return newWorker;
  }

  function settle(result: FindResult): void {
    if (pendingSearch === undefined) return;
    const { onResult, timer } = pendingSearch;
    pendingSearch = undefined;
    clearTimeout(timer);
    onResult(result);
  }

  function terminate(): void {
    worker?.terminate();
    worker = undefined;
  }

  return {
    find(options, onResult) {
      clearTimeout(pendingSearch?.timer);
      worker ??= startWorker();
      lastId += 1;
      const timer = window.setTimeout(() => {
        terminate();
        settle('too-slow');
      }, timeoutMs);
      pendingSearch = { onResult, timer };
      send(worker, { type: 'find', id: lastId, options });
    },
    close() {
      clearTimeout(pendingSearch?.timer);
      pendingSearch = undefined;
      terminate();
    },
  };
}

function send(worker: Worker, request: FindRequest): void {
  worker.postMessage(request, { transfer: [] });
}
