/** Pauses that last until the test ends them. */

import type { Generation } from '../../../worker/flows/models/generation.ts';

export interface ManualPauses {
  readonly pause: Generation['pause'];
  /** Milliseconds of each pause that began, in order. Includes aborted pauses. */
  readonly startedMs: number[];
  /** Waits for a pause of this length and ends it. Other pauses continue. */
  readonly end: (ms: number) => Promise<void>;
}

export function createManualPauses(): ManualPauses {
  const pauses = new Set<{ readonly ms: number; readonly end: () => void }>();
  const startedMs: number[] = [];
  return {
    startedMs,
    pause(ms, signal) {
      startedMs.push(ms);
      return new Promise((resolve, reject) => {
        const current = { ms, end: resolve };
        pauses.add(current);
        const onAbort = (): void => {
          pauses.delete(current);
          reject(signal.reason as Error);
        };
        if (signal.aborted) onAbort();
        else signal.addEventListener('abort', onAbort, { once: true });
      });
    },
    async end(ms) {
      for (let attempt = 0; attempt < 1_000; attempt += 1) {
        const match = [...pauses].find((candidate) => candidate.ms === ms);
        if (match !== undefined) {
          pauses.delete(match);
          match.end();
          return;
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
      throw new Error(`No pause of ${ms} ms is in progress. Pauses that began: ${startedMs.join(', ')} ms.`);
    },
  };
}
