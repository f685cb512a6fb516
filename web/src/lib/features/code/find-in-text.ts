/**
 * The page's side of finding: a worker that holds one text. Only the last question is answered; one that takes too long
 * costs the worker its life, and the next question gets a new one.
 */
import type { FindOptions, FindReply, FindRequest, FoundMatches } from './find-messages.ts';

export type FindAnswer = FoundMatches | 'too-slow';

interface TextFinder {
  readonly find: (options: FindOptions, answer: (found: FindAnswer) => void) => void;
  readonly close: () => void;
}

const patienceMs = 3000;

export function createTextFinder(text: string): TextFinder {
  let worker: Worker | undefined;
  let lastId = 0;
  let waiting: { readonly answer: (found: FindAnswer) => void; readonly timer: number } | undefined;

  function start(): Worker {
    const started = new Worker(new URL('./find-worker.ts', import.meta.url), { type: 'module' });
    send(started, { type: 'file', text });
    started.addEventListener('message', ({ data }: MessageEvent<FindReply>) => {
      if (data.id === lastId) settle(data.found);
    });
    return started;
  }

  function settle(found: FindAnswer): void {
    if (waiting === undefined) return;
    const { answer, timer } = waiting;
    waiting = undefined;
    clearTimeout(timer);
    answer(found);
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
      }, patienceMs);
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
