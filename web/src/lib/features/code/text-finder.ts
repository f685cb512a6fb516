/**
 * Finds matches in one text with a web worker. Only the latest search gets a result. If a search takes too long, the worker is terminated,
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
  let pending: { readonly onResult: (result: FindResult) => void; readonly timer: number } | undefined;

  function start(): Worker {
    const started = new Worker(new URL('./find-worker.ts', import.meta.url), { type: 'module' });
    send(started, { type: 'file', text });
    started.addEventListener('message', ({ data }: MessageEvent<FindReply>) => {
      if (data.id === lastId) settle(data.matches);
    });
    return started;
  }

  function settle(result: FindResult): void {
    if (pending === undefined) return;
    const { onResult, timer } = pending;
    pending = undefined;
    clearTimeout(timer);
    onResult(result);
  }

  function terminate(): void {
    worker?.terminate();
    worker = undefined;
  }

  return {
    find(options, onResult) {
      clearTimeout(pending?.timer);
      worker ??= start();
      lastId += 1;
      const timer = window.setTimeout(() => {
        terminate();
        settle('too-slow');
      }, timeoutMs);
      pending = { onResult, timer };
      send(worker, { type: 'find', id: lastId, options });
    },
    close() {
      clearTimeout(pending?.timer);
      pending = undefined;
      terminate();
    },
  };
}

function send(worker: Worker, request: FindRequest): void {
  worker.postMessage(request, { transfer: [] });
}
