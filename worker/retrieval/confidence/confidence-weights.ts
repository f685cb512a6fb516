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
    bias: -4.0274,
    weights: {
      best: 1.2706,
      all: 0.0786,
      near: 0.8428,
      pairs: 0.8925,
      absent: -0.6582,
      unshown: -0.1041,
      nearest: 4.5876,
      nearest5: 3.9303,
    },
  },
  words: {
    bias: -1.0459,
    weights: {
      best: 1.5121,
      all: 0.243,
      near: 0.9032,
      pairs: 1.3584,
      absent: -1.2843,
      unshown: 0.0271,
    },
  },
};
