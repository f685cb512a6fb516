/**
 * The fitted weights of each signal. Written by `fit-confidence.py`. `dense` holds for similarities of that model alone, `words` for
 * all others and where nothing is embedded.
 */

import type { Signals } from './confidence-signals.ts';

export interface ConfidenceWeights {
  readonly bias: number;
  readonly weights: Readonly<Partial<Signals>>;
}

/** The space's name up to the `@`: another training of the same table has much the same similarities. */
export const denseModel = 'wherefore-static-256';

export const confidenceWeights: Readonly<Record<'dense' | 'words', ConfidenceWeights>> = {
  dense: {
    bias: -2.123,
    weights: {
      best: 1.069,
      all: 0.2342,
      near: 1.1342,
      pairs: 1.3725,
      absent: -0.9892,
      unshown: -0.4187,
      telling: -2.0709,
      nearest: 2.8258,
      nearest5: 3.2936,
      standsOut: 4.7291,
    },
  },
  words: {
    bias: 0.2811,
    weights: {
      best: 1.85,
      all: -0.7016,
      near: 1.5965,
      pairs: 1.6188,
      absent: -1.5416,
      unshown: -0.1596,
      telling: -1.8634,
    },
  },
};
