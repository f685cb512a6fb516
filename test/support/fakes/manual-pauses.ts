/** Pauses that end when the test ends them. */

import type { Generation } from '../../../worker/flows/models/generation.ts';

export interface ManualPauses {
  readonly pause: Generation['pause'];
  /** Milliseconds of each pause that began, in order, aborted ones included. */
  readonly begun: number[];
  /** Waits for a pause of this length and ends it; other pauses continue. */
  readonly end: (ms: number) => Promise<void>;
}

export function createManualPauses(): ManualPauses {
  const waiting = new Set<{ readonly ms: number; readonly end: () => void }>();
  const begun: number[] = [];
  return {
    begun,
    pause(ms, signal) {
      begun.push(ms);
      return new Promise((resolve, reject) => {
        const one = { ms, end: resolve };
        waiting.add(one);
        const onAbort = (): void => {
          waiting.delete(one);
          reject(signal.reason as Error);
        };
        if (signal.aborted) onAbort();
        else signal.addEventListener('abort', onAbort, { once: true });
      });
    },
    async end(ms) {
      for (let turns = 0; turns < 1_000; turns += 1) {
        const one = [...waiting].find((each) => each.ms === ms);
        if (one !== undefined) {
          waiting.delete(one);
          one.end();
          return;
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
      throw new Error(`No pause of ${ms} ms is in progress. Pauses that began: ${begun.join(', ')} ms.`);
    },
  };
}
