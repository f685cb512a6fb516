/**
 * Limits how many flows of one kind run in an isolate at a time; the others wait in order. A waiting flow looks for its turn by a timer of
 * its own, because the runtime ends a request that waits for another one alone. Each entry has a lease: a request that the runtime ends
 * does not leave the queue by itself.
 */

import type { Clock } from '../../ports/clock.ts';

/** Between two looks of a waiting flow. */
const lookEveryMs = 20;
/** How long a waiting flow keeps its place without a look; its look is late where other work has the thread. */
const waitingLeaseMs = 5_000;

interface WorkQueue {
  /**
   * Runs the work when fewer than the limit are ahead of it.
   * @returns what the work returns; undefined when the signal is given before its turn comes.
   */
  run<Result>(
    clock: Pick<Clock, 'now'>,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result | undefined>;
}

/** @param limits `leaseMs`: after this long work counts as ended, should it not have said so. */
export function createWorkQueue(limits: { readonly atOnce: number; readonly leaseMs: number }): WorkQueue {
  /** By ticket, in order: until when each entry is valid. */
  const entries = new Map<number, number>();
  let lastTicket = 0;

  function isTurnOf(ticket: number, now: number): boolean {
    for (const [other, until] of entries) if (until <= now && other !== ticket) entries.delete(other);
    return [...entries.keys()].filter((other) => other < ticket).length < limits.atOnce;
  }

  async function isAdmitted(
    ticket: number,
    clock: Pick<Clock, 'now'>,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    entries.set(ticket, clock.now() + waitingLeaseMs);
    while (!isTurnOf(ticket, clock.now())) {
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
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
        return (await isAdmitted(ticket, clock, signal)) ? await work() : undefined;
      } finally {
        entries.delete(ticket);
      }
    },
  };
}
