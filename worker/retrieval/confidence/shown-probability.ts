/** Estimates the probability that the best spans answer the question, with a logistic model fitted by `fit-shown-confidence.py`. */

import { denseModel } from './confidence-weights.ts';
import fitted from './shown-confidence.json' with { type: 'json' };
import { shownSignalNames, type ShownSignals } from './shown-signals.ts';

interface ShownWeights {
  readonly bias: number;
  readonly weights: Readonly<Partial<ShownSignals>>;
}

const models: Readonly<Record<'dense' | 'words', ShownWeights>> = fitted;

/** @param space the embedding space of the similarities. Similarities of any model but the one used for fitting are ignored. */
export function shownProbability(signals: ShownSignals, space: string | undefined): number {
  const { bias, weights } = models[space?.split('@')[0] === denseModel ? 'dense' : 'words'];
  const sum = shownSignalNames.reduce((sum, name) => sum + (weights[name] ?? 0) * signals[name], bias);
  return 1 / (1 + Math.exp(-sum));
}
