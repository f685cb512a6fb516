/** A clock that moves only when a test advances it, with ids that count up. */

import type { Clock } from '../../../worker/ports/clock.ts';

export interface ManualClock extends Clock {
  advance(ms: number): void;
}

export function createManualClock(startMs = 1_700_000_000_000): ManualClock {
  let now = startMs;
  let ids = 0;
  return {
    now: () => now,
    yieldToEventLoop: () => Promise.resolve(),
    newId: () => `id${String((ids += 1)).padStart(14, '0')}`,
    advance(ms) {
      now += ms;
    },
  };
}
