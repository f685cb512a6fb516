/** Pauses that end when they are told to, shortest first. */

import type { Generation } from '../../../worker/flows/models/generation.ts';

export interface ManualPauses {
  readonly pause: Generation['pause'];
  /** Milliseconds of each that began, in order; those that were stopped are among them. */
  readonly begun: number[];
  /** Waits until a pause of this length is being made, then ends it; others go on. */
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
        const stopped = (): void => {
          waiting.delete(one);
          reject(signal.reason as Error);
        };
        if (signal.aborted) stopped();
        else signal.addEventListener('abort', stopped, { once: true });
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
      throw new Error(`No pause of ${ms} ms is being made; of ${begun.join(', ')} ms were.`);
    },
  };
}
