/**
 * A circuit breaker for models. After a failure, questions go to the next model at once instead of waiting. When the back-off ends, one
 * probe call goes through, and its outcome decides whether the model is used again.
 */

import type { AttemptOutcome } from '../../core/answers/generation.ts';
import type { Clock } from '../../ports/clock.ts';

/** Back-off if the provider states none. */
export const backoffMs = 30_000;
/** Maximum back-off, even if a provider requires hours, since a limit may be raised or a bill paid sooner. */
const maxBackoffMs = 600_000;

interface ModelBackoff {
  readonly outcome: AttemptOutcome;
  /** A generic reason. The provider's message may repeat another user's question. */
  readonly detail: string;
}

interface FailedCall {
  readonly outcome: AttemptOutcome;
  readonly retryAfterMs: number | undefined;
}

/** Keeps its state in memory, so isolates do not share it. Models are named `provider/model`. */
export interface ModelCircuitBreaker {
  /** Returns the back-off of a model; undefined if the model may be called, perhaps as a probe. */
  backoff(model: string): ModelBackoff | undefined;
  recordFailure(model: string, failure: FailedCall): void;
  recordSuccess(model: string): void;
  /** Records that a probe ended before its outcome was known. */
  abandonProbe(model: string): void;
}

interface Failure {
  readonly outcome: AttemptOutcome;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** Whether a probe is running. */
  readonly isProbed: boolean;
}

const backoffReasons: Readonly<Partial<Record<AttemptOutcome, string>>> = {
  limited: 'Its provider limited it a short while ago.',
  'timed-out': 'It did not answer in time a short while ago.',
};
const unavailableReason = 'It was not available a short while ago.';

/** Bounds the memory, since a local deployment accepts any model name. */
const maxModels = 200;

export function createModelCircuitBreaker(clock: Pick<Clock, 'now'>): ModelCircuitBreaker {
  const failures = new Map<string, Failure>();
  return {
    backoff(model) {
      const failure = failures.get(model);
      if (failure === undefined) return undefined;
      const now = clock.now();
      // If the end is later than any back-off, the clock was set back in the meantime.
      if (now >= failure.until || failure.until > now + maxBackoffMs) {
        failures.set(model, { ...failure, until: now + backoffMs, isProbed: true });
        return undefined;
      }
      const seconds = Math.ceil((failure.until - now) / 1_000);
      const reason = backoffReasons[failure.outcome] ?? unavailableReason;
      return { outcome: failure.outcome, detail: `${reason} The next attempt is in ${seconds} s.` };
    },
    recordFailure(model, { outcome, retryAfterMs = backoffMs }) {
      failures.delete(model);
      const until = clock.now() + Math.min(retryAfterMs, maxBackoffMs);
      failures.set(model, { outcome, until, isProbed: false });
      const [oldest] = failures.keys();
      if (failures.size > maxModels && oldest !== undefined) failures.delete(oldest);
    },
    recordSuccess: (model) => void failures.delete(model),
    abandonProbe(model) {
      const failure = failures.get(model);
      if (failure?.isProbed === true)
        failures.set(model, { ...failure, until: clock.now(), isProbed: false });
    },
  };
}
