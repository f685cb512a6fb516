/** The probability that a repository contains an answer: a logistic model of the signals. */

import { signalNames, type Signals } from './confidence-signals.ts';
import { confidenceWeights, denseModel } from './confidence-weights.ts';

/** @param space the embedding space of the similarities. Similarities of a model that the weights were not fitted with are ignored. */
export function answerProbability(signals: Signals, space: string | undefined): number {
  const { bias, weights } = confidenceWeights[space?.split('@')[0] === denseModel ? 'dense' : 'words'];
  const sum = signalNames.reduce((sum, name) => sum + (weights[name] ?? 0) * signals[name], bias);
  return 1 / (1 + Math.exp(-sum));
}
