/** The subscribers of a turn. Each receives all events from the first, and can leave at any time. */

import type { TurnEvent } from '../core/answers/conversation.ts';
import { encodeJsonLines } from '../core/text/json-lines.ts';

interface Subscribers {
  readonly send: (events: readonly TurnEvent[]) => void;
  /** All past and future events, one JSON object per line. */
  readonly subscribe: () => ReadableStream<Uint8Array>;
  readonly hasSubscribers: () => boolean;
  /** Ends all streams. */
  readonly close: () => void;
}

/** @param onGone called after `patienceMs` without subscribers */
export function createSubscribers(patienceMs: number, onGone: () => void): Subscribers {
  const sent: TurnEvent[] = [];
  const listeners = new Set<ReadableStreamDefaultController<Uint8Array>>();
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function clearTimer(): void {
    if (timer !== undefined) clearTimeout(timer);
  }

  return {
    send(events) {
      sent.push(...events);
      for (const listener of listeners) listener.enqueue(encodeJsonLines(events));
    },
    subscribe() {
      let own: ReadableStreamDefaultController<Uint8Array>;
      return new ReadableStream<Uint8Array>({
        start(listener) {
          own = listener;
          if (sent.length > 0) listener.enqueue(encodeJsonLines(sent));
          if (isClosed) return listener.close();
          listeners.add(listener);
          clearTimer();
        },
        cancel() {
          listeners.delete(own);
          if (listeners.size === 0 && !isClosed) timer = setTimeout(onGone, patienceMs);
        },
      });
    },
    hasSubscribers: () => listeners.size > 0,
    close() {
      isClosed = true;
      clearTimer();
      for (const listener of listeners) listener.close();
      listeners.clear();
    },
  };
}
