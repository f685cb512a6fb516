/**
 * Yields the parts of a model's stream with a time limit for each. A stream that times out or ignores its signal is abandoned, not
 * awaited.
 */

import type { GeneratorEvent } from '../../core/answers/generation.ts';
import type { Generation, GenerationTimeouts } from './generation.ts';

/** The last part if the next part of the stream did not arrive in time. */
export interface TimedOutPart {
  readonly type: 'late';
  readonly afterMs: number;
}

/** @param signal ends the parts at once when it aborts */
export async function* timeOutParts(
  parts: AsyncIterable<GeneratorEvent>,
  {
    timeouts,
    pause,
    signal,
  }: {
    readonly timeouts: Pick<GenerationTimeouts, 'firstPartMs' | 'nextPartMs'>;
    readonly pause: Generation['pause'];
    readonly signal: AbortSignal;
  },
): AsyncGenerator<GeneratorEvent | TimedOutPart> {
  const iterator = parts[Symbol.asyncIterator]();
  const stopped = whenAborted(signal);
  let limitMs = timeouts.firstPartMs;
  try {
    for (;;) {
      const waiting = new AbortController();
      const late = pause(limitMs, waiting.signal).then(() => 'late' as const, never);
      const next = iterator.next();
      // The rejection of `next` is ignored once another promise wins the race.
      next.catch(() => undefined);
      const winner = await Promise.race([next, stopped, late]).finally(() => waiting.abort());
      if (winner === 'stopped') return;
      if (winner === 'late') {
        yield { type: 'late', afterMs: limitMs };
        return;
      }
      if (winner.done === true) return;
      yield winner.value;
      limitMs = timeouts.nextPartMs;
    }
  } finally {
    // Not awaited: a hanging stream ends when its call is aborted.
    iterator.return?.().catch(() => undefined);
  }
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

function whenAborted(signal: AbortSignal): Promise<'stopped'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('stopped');
    else signal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
}
