/** Decides whether a question asks for a trace: to follow something through several functions, in order. `fit-trace.py` fits the weights. */

import { findQuestionFeatures } from './question-features.ts';
import fitted from './trace-weights.json' with { type: 'json' };

/** The probability from which a question counts as one. */
const minProbability = 0.3;
const featureWeights: ReadonlyMap<string, number> = new Map(Object.entries(fitted.weights));

/** @param names names written as code, and paths */
export function asksForTrace(text: string, names: readonly string[]): boolean {
  const sum = findQuestionFeatures(text, names).reduce(
    (total, feature) => total + (featureWeights.get(feature) ?? 0),
    fitted.bias,
  );
  return 1 / (1 + Math.exp(-sum)) >= minProbability;
}
