/**
 * Limits how many flows of one kind run in an isolate at the same time. Other flows wait in order. A waiting flow polls with its own timer,
 * because the runtime ends a request that only waits for another request. Each entry has a lease, because a request that the runtime ends
 * does not leave the queue by itself.
 */

import type { Clock } from '../../ports/clock.ts';

/** Time between two polls of a waiting flow. */
const pollIntervalMs = 20;
/** How long a waiting flow keeps its position without a poll. A poll is late if other work blocks the thread. */
const waitingLeaseMs = 5_000;

export interface WorkQueue {
  /**
   * Runs the work as soon as fewer entries than the limit are ahead of it.
   * @returns the result of the work; undefined if the signal aborts before its turn
   */
  run<Result>(
    clock: Pick<Clock, 'now'>,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result | undefined>;
}

/** @param limits after `leaseMs`, the queue treats work as ended even if it still runs */
export function createWorkQueue(limits: { readonly atOnce: number; readonly leaseMs: number }): WorkQueue {
  /** Expiry time by ticket, in order. */
  const entries = new Map<number, number>();
  let lastTicket = 0;

  function isNext(ticket: number, now: number): boolean {
    for (const [other, until] of entries) if (until <= now && other !== ticket) entries.delete(other);
    return [...entries.keys()].filter((other) => other < ticket).length < limits.atOnce;
  }

  async function waitForTurn(
    ticket: number,
    clock: Pick<Clock, 'now'>,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    entries.set(ticket, clock.now() + waitingLeaseMs);
    while (!isNext(ticket, clock.now())) {
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
      if (signal?.aborted === true) return false;
      entries.set(ticket, clock.now() + waitingLeaseMs);
    }
    entries.set(ticket, clock.now() + limits.leaseMs);
    return true;
  }

  return {
    async run(clock, signal, work) {
      const ticket = (lastTicket += 1);
      try {
        return (await waitForTurn(ticket, clock, signal)) ? await work() : undefined;
      } finally {
        entries.delete(ticket);
      }
    },
  };
}
