/**
 * Finds matches in one text with a web worker. Only the last search is answered. A search that takes too long terminates the worker, and the
 * next search starts a new one.
 */
import type { MatchList, FindOptions } from './find-matches.ts';
import type { FindReply, FindRequest } from './find-worker.ts';

export type FindAnswer = MatchList | 'too-slow';

interface TextFinder {
  readonly find: (options: FindOptions, answer: (result: FindAnswer) => void) => void;
  readonly close: () => void;
}

const timeoutMs = 3000;

export function createTextFinder(text: string): TextFinder {
  let worker: Worker | undefined;
  let lastId = 0;
  let waiting: { readonly answer: (result: FindAnswer) => void; readonly timer: number } | undefined;

  function start(): Worker {
    const started = new Worker(new URL('./find-worker.ts', import.meta.url), { type: 'module' });
    send(started, { type: 'file', text });
    started.addEventListener('message', ({ data }: MessageEvent<FindReply>) => {
      if (data.id === lastId) settle(data.matches);
    });
    return started;
  }

  function settle(result: FindAnswer): void {
    if (waiting === undefined) return;
    const { answer, timer } = waiting;
    waiting = undefined;
    clearTimeout(timer);
    answer(result);
  }

  function end(): void {
    worker?.terminate();
    worker = undefined;
  }

  return {
    find(options, answer) {
      clearTimeout(waiting?.timer);
      worker ??= start();
      lastId += 1;
      const timer = window.setTimeout(() => {
        end();
        settle('too-slow');
      }, timeoutMs);
      waiting = { answer, timer };
      send(worker, { type: 'find', id: lastId, options });
    },
    close() {
      clearTimeout(waiting?.timer);
      waiting = undefined;
      end();
    },
  };
}

function send(worker: Worker, request: FindRequest): void {
  worker.postMessage(request, { transfer: [] });
}
