/** Wraps services so that a stopped answer ends at its next call to a port. */

import { AppError } from '../../../core/errors.ts';
import type { Services } from '../../services.ts';

/** Wraps the ports that an answer calls. A call after the abort rejects with `answer_stopped`. */
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
      return (...args: unknown[]): unknown => {
        // Reject instead of throwing: a throw would leave the promises of parallel calls unhandled.
        if (signal.aborted)
          return Promise.reject(
            new AppError('answer_stopped', 'The answer was stopped before it was complete.'),
          );
        return Reflect.apply(value, target, args);
      };
    },
  });
}
