/**
 * Models that failed are let rest: the next question goes to another at once instead of waiting for one that is away. Then one call is
 * let through; whether it succeeds decides for all.
 */

import type { AttemptOutcome } from '../../core/generation.ts';
import type { Clock } from '../../ports/clock.ts';

/** Where its vendor does not say how long it is to be left alone. */
export const restMs = 30_000;
/** A vendor that asks for hours is asked again all the same: a limit may be raised, a bill paid. */
const longestRestMs = 600_000;

interface RestingModel {
  readonly outcome: AttemptOutcome;
  /** The same for whoever asks: what its vendor said of a call may repeat what somebody else asked. */
  readonly detail: string;
}

interface Failed {
  readonly outcome: AttemptOutcome;
  readonly retryAfterMs: number | undefined;
}

/** What it knows lives as long as it does: one of an isolate tells nothing to others. Models by `provider/model`. */
export interface ModelRests {
  /** How the model is resting; undefined where it may be asked, as one that finds out whether it is back. */
  resting(model: string): RestingModel | undefined;
  failed(model: string, failure: Failed): void;
  answered(model: string): void;
  /** Whoever was to find out left before it was known. */
  left(model: string): void;
}

interface Failure {
  readonly outcome: AttemptOutcome;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** Somebody is finding out. */
  readonly isTried: boolean;
}

const whyResting: Readonly<Partial<Record<AttemptOutcome, string>>> = {
  limited: 'It was limited by its vendor a short while ago.',
  'timed-out': 'It did not answer in time a short while ago.',
};
const wasAway = 'It was not available a short while ago.';

/** As many at most: on one's own machine any name may be asked for. */
const mostModels = 200;

export function createModelRests(clock: Pick<Clock, 'now'>): ModelRests {
  const failures = new Map<string, Failure>();
  return {
    resting(model) {
      const failure = failures.get(model);
      if (failure === undefined) return undefined;
      const now = clock.now();
      // One that ends later was begun before the clock was set back.
      if (now >= failure.until || failure.until > now + longestRestMs) {
        failures.set(model, { ...failure, until: now + restMs, isTried: true });
        return undefined;
      }
      const seconds = Math.ceil((failure.until - now) / 1_000);
      const why = whyResting[failure.outcome] ?? wasAway;
      return { outcome: failure.outcome, detail: `${why} It is asked again in ${seconds} s.` };
    },
    failed(model, { outcome, retryAfterMs = restMs }) {
      failures.delete(model);
      const until = clock.now() + Math.min(retryAfterMs, longestRestMs);
      failures.set(model, { outcome, until, isTried: false });
      const [oldest] = failures.keys();
      if (failures.size > mostModels && oldest !== undefined) failures.delete(oldest);
    },
    answered: (model) => void failures.delete(model),
    left(model) {
      const failure = failures.get(model);
      if (failure?.isTried === true) failures.set(model, { ...failure, until: clock.now(), isTried: false });
    },
  };
}
