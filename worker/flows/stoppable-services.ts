/** Services that do nothing more once a signal is given: whatever flow holds them ends at its next call. */

import { AppError } from '../core/errors.ts';
import type { Services } from './services.ts';

/** The ports an answer calls, guarded; the rest as they are. A call after the signal is refused with `answer_stopped`. */
export function stoppableServices(services: Services, signal: AbortSignal): Services {
  return {
    ...services,
    catalog: stoppable(services.catalog, signal),
    chunkStore: stoppable(services.chunkStore, signal),
    graphStore: stoppable(services.graphStore, signal),
    historyStore: stoppable(services.historyStore, signal),
    textIndex: stoppable(services.textIndex, signal),
    dense: services.dense && {
      embedder: stoppable(services.dense.embedder, signal),
      vectorIndex: stoppable(services.dense.vectorIndex, signal),
    },
    reranker: services.reranker && stoppable(services.reranker, signal),
    answerCache: stoppable(services.answerCache, signal),
  };
}

function stoppable<Port extends object>(port: Port, signal: AbortSignal): Port {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        // As a promise, like every answer of a port: were it thrown at once, calls begun beside it would be left unheard.
        if (signal.aborted)
          return Promise.reject(new AppError('answer_stopped', 'It was stopped while it was being made.'));
        return Reflect.apply(value, target, given);
      };
    },
  });
}
