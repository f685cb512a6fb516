/** Estimates the probability that a repository contains an answer, with a logistic model of the signals. */

import { signalNames, type Signals } from './confidence-signals.ts';
import { confidenceWeights, denseModel } from './confidence-weights.ts';

/** @param space the embedding space of the similarities. Similarities of any model but the one used for fitting are ignored. */
export function answerProbability(signals: Signals, space: string | undefined): number {
  const { bias, weights } = confidenceWeights[space?.split('@')[0] === denseModel ? 'dense' : 'words'];
  const sum = signalNames.reduce((sum, name) => sum + (weights[name] ?? 0) * signals[name], bias);
  return 1 / (1 + Math.exp(-sum));
}
