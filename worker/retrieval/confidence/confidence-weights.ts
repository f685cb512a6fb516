/**
 * The fitted weights of the signals, written by `fit-confidence.py`. `dense` applies only to similarities of `denseModel`, `words` to
 * all other models and to searches without vectors.
 */

import type { Signals } from './confidence-signals.ts';

interface ConfidenceWeights {
  readonly bias: number;
  readonly weights: Readonly<Partial<Signals>>;
}

/** The part of the space's name before the `@`. Another training of the same model produces similar similarities. */
export const denseModel = 'wherefore-static-256';

export const confidenceWeights: Readonly<Record<'dense' | 'words', ConfidenceWeights>> = {
  dense: {
    bias: -2.1848,
    weights: {
      best: 1.1139,
      all: 0.2095,
      near: 1.1542,
      pairs: 1.3115,
      absent: -0.7319,
      unshown: -0.2868,
      telling: -2.1649,
      nearest: 3.8015,
      nearest5: 3.4544,
    },
  },
  words: {
    bias: 0.0525,
    weights: {
      best: 1.9085,
      all: -0.2804,
      near: 1.7217,
      pairs: 1.0042,
      absent: -1.2453,
      unshown: -0.3737,
      telling: -1.79,
    },
  },
};
