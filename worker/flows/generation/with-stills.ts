/** A stream whose reader is also told when it stands still: once each time, after a short wait, where the reader would know. */

import type { Generation } from './generation.ts';

/** Shorter than a reader notices; longer than the steps of one delivery are apart. */
const stillMs = 5;

/** @param asks whether, with what has come so far, a standstill would tell anything */
export async function* withStills<Step>(
  steps: AsyncIterable<Step>,
  pause: Generation['pause'],
  asks: () => boolean,
): AsyncGenerator<Step | 'still'> {
  const iterator = steps[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = iterator.next();
      if (asks() && (await isStill(next, pause))) yield 'still';
      const result = await next;
      isDone = result.done === true;
      if (result.done === true) return;
      yield result.value;
    }
  } finally {
    // Not waited for: what is under way ends by its own signal.
    if (!isDone) void iterator.return?.().catch(() => undefined);
  }
}

async function isStill(next: Promise<unknown>, pause: Generation['pause']): Promise<boolean> {
  const timer = new AbortController();
  const waited = pause(stillMs, timer.signal).then(
    () => true,
    () => false,
  );
  const came = next.then(
    () => false,
    () => false,
  );
  const still = await Promise.race([came, waited]);
  timer.abort();
  return still;
}
