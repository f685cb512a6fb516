/**
 * A circuit breaker for query embeddings. After a failure, queries fail at once instead of waiting for an unavailable model. After the
 * cooldown, one probe query decides whether the circuit closes. Embeddings for the index pass through, because their jobs have retries.
 */

import { AppError } from '../../core/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Embedder } from '../../ports/embedder.ts';

/** Long enough that few searches wait for an unavailable model, and short enough that a recovered model is soon used again. */
export const cooldownMs = 30_000;

interface Failure {
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** The signal of the probe query, which all its texts share. */
  readonly probe: AbortSignal | undefined;
}

/** Wraps an embedder. The state is in memory, so isolates do not share it. */
export function withCircuitBreaker(embedder: Embedder, clock: Pick<Clock, 'now'>): Embedder {
  let failure: Failure | undefined;
  // An embedder that rejects a query is available, so another query may succeed.
  const recordFailure = (error: unknown): void => {
    if (!(error instanceof AppError)) return;
    if (error.code === 'embedder_failed') failure = undefined;
    if (error.code === 'embedder_unavailable')
      failure = { reason: error.message, until: clock.now() + cooldownMs, probe: undefined };
  };
  return {
    space: embedder.space,
    maxTexts: embedder.maxTexts,
    embed: (texts) => embedder.embed(texts),
    async embedQuery(query, signal) {
      const now = clock.now();
      if (failure !== undefined && (signal === undefined || signal !== failure.probe)) {
        // If the end is later than any cooldown, it was recorded before the clock was set back.
        if (now < failure.until && failure.until <= now + cooldownMs) throw circuitOpenError(failure, now);
        failure = { ...failure, until: now + cooldownMs, probe: signal };
      }
      // The failure is recorded when the caller aborts, since a model that ignores the signal may never answer.
      const recordAbort = (): void => recordFailure(signal?.reason);
      signal?.addEventListener('abort', recordAbort, { once: true });
      try {
        const vector = await embedder.embedQuery(query, signal);
        if (signal?.aborted !== true) failure = undefined;
        return vector;
      } catch (error) {
        if (signal?.aborted !== true) recordFailure(error);
        throw error;
      } finally {
        signal?.removeEventListener('abort', recordAbort);
      }
    },
  };
}

function circuitOpenError({ reason, until }: Failure, now: number): AppError {
  const seconds = Math.ceil((until - now) / 1_000);
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return new AppError('embedder_unavailable', `${sentence} The next attempt is in ${seconds} s.`);
}
