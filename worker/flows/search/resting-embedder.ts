/**
 * An embedder whose questions are let rest after a failure: whoever searches meanwhile is told so at once, and waits for no model that
 * is away. Then one query is let through; whether it succeeds decides for all. What is embedded for the index is asked as before: the
 * job that does it has its own tries.
 */

import { AppError } from '../../core/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Embedder } from '../../ports/embedder.ts';

/** Long enough that a model that is down costs few readers the wait for it, short enough that one that is back is soon asked. */
export const restMs = 30_000;

interface Failure {
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** Of the query that finds out whether it is over: its texts share a signal. */
  readonly probe: AbortSignal | undefined;
}

/** What it knows of failures lives as long as it does: one of an isolate tells nothing to others. */
export function restingEmbedder(embedder: Embedder, clock: Pick<Clock, 'now'>): Embedder {
  let failure: Failure | undefined;
  // One that refuses a question answers: nobody waited, and another question may suit it.
  const learn = (error: unknown): void => {
    if (!(error instanceof AppError)) return;
    if (error.code === 'embedder_failed') failure = undefined;
    if (error.code === 'embedder_unavailable')
      failure = { reason: error.message, until: clock.now() + restMs, probe: undefined };
  };
  return {
    space: embedder.space,
    maxTexts: embedder.maxTexts,
    embed: (texts) => embedder.embed(texts),
    async embedQuery(query, signal) {
      const now = clock.now();
      if (failure !== undefined && (signal === undefined || signal !== failure.probe)) {
        // One that ends later was begun before the clock was set back.
        if (now < failure.until && failure.until <= now + restMs) throw stillResting(failure, now);
        failure = { ...failure, until: now + restMs, probe: signal };
      }
      // Given up by whoever waits: a model that heeds no signal would fail, or answer, too late to tell.
      const giveUp = (): void => learn(signal?.reason);
      signal?.addEventListener('abort', giveUp, { once: true });
      try {
        const vector = await embedder.embedQuery(query, signal);
        if (signal?.aborted !== true) failure = undefined;
        return vector;
      } catch (error) {
        if (signal?.aborted !== true) learn(error);
        throw error;
      } finally {
        signal?.removeEventListener('abort', giveUp);
      }
    },
  };
}

function stillResting({ reason, until }: Failure, now: number): AppError {
  const seconds = Math.ceil((until - now) / 1_000);
  const ended = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return new AppError('embedder_unavailable', `${ended} It is asked again in ${seconds} s.`);
}
