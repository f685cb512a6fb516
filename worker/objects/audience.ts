/** Who listens to a turn: each hears all of it, from its first event, and leaves when it likes. */

import type { TurnEvent } from '../core/conversation.ts';
import { toLines } from '../core/event-lines.ts';

interface Audience {
  readonly tell: (events: readonly TurnEvent[]) => void;
  /** Everything told so far and from now on, one event a line. */
  readonly listen: () => ReadableStream<Uint8Array>;
  readonly isThere: () => boolean;
  /** Nothing more will be told. */
  readonly dismiss: () => void;
}

/** @param onGone called when the last listener has been gone for `patienceMs` */
export function createAudience(patienceMs: number, onGone: () => void): Audience {
  const told: TurnEvent[] = [];
  const listeners = new Set<ReadableStreamDefaultController<Uint8Array>>();
  let over = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function waitNoLonger(): void {
    if (waiting !== undefined) clearTimeout(waiting);
  }

  return {
    tell(events) {
      told.push(...events);
      for (const listener of listeners) listener.enqueue(toLines(events));
    },
    listen() {
      let own: ReadableStreamDefaultController<Uint8Array>;
      return new ReadableStream<Uint8Array>({
        start(listener) {
          own = listener;
          if (told.length > 0) listener.enqueue(toLines(told));
          if (over) return listener.close();
          listeners.add(listener);
          waitNoLonger();
        },
        cancel() {
          listeners.delete(own);
          if (listeners.size === 0 && !over) waiting = setTimeout(onGone, patienceMs);
        },
      });
    },
    isThere: () => listeners.size > 0,
    dismiss() {
      over = true;
      waitNoLonger();
      for (const listener of listeners) listener.close();
      listeners.clear();
    },
  };
}
