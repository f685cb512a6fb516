/**
 * The parts of a model's stream, none waited for longer than a reader would. What gives no part in time, or heeds no signal, is left to
 * end unheard.
 */

import type { GeneratorPart } from '../../core/generation.ts';
import type { Generation, GenerationWaits } from './generation.ts';

/** Comes last, in place of the part that did not come. */
export interface LatePart {
  readonly type: 'late';
  readonly afterMs: number;
}

/** @param signal aborted, the parts end at once */
export async function* partsInTime(
  parts: AsyncIterable<GeneratorPart>,
  {
    waits,
    pause,
    signal,
  }: {
    readonly waits: Pick<GenerationWaits, 'firstPartMs' | 'nextPartMs'>;
    readonly pause: Generation['pause'];
    readonly signal: AbortSignal;
  },
): AsyncGenerator<GeneratorPart | LatePart> {
  const iterator = parts[Symbol.asyncIterator]();
  const stopped = whenAborted(signal);
  let longestMs = waits.firstPartMs;
  try {
    for (;;) {
      const waiting = new AbortController();
      const late = pause(longestMs, waiting.signal).then(() => 'late' as const, forever);
      const next = iterator.next();
      // Unheard once the race is lost.
      next.catch(() => undefined);
      const first = await Promise.race([next, stopped, late]).finally(() => waiting.abort());
      if (first === 'stopped') return;
      if (first === 'late') {
        yield { type: 'late', afterMs: longestMs };
        return;
      }
      if (first.done === true) return;
      yield first.value;
      longestMs = waits.nextPartMs;
    }
  } finally {
    // Not waited for: a stream that hangs ends when its call is aborted.
    iterator.return?.().catch(() => undefined);
  }
}

function forever(): Promise<never> {
  return new Promise(() => undefined);
}

function whenAborted(signal: AbortSignal): Promise<'stopped'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('stopped');
    else signal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
}
