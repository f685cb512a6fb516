/**
 * Decides whether a text asks for work, such as a review, a change or a poem, instead of asking about the code. `fit-requests.py` fits
 * the weights of a logistic regression.
 */

import { findQuestionFeatures } from './question-features.ts';
import fitted from './request-weights.json' with { type: 'json' };

const featureWeights: ReadonlyMap<string, number> = new Map(Object.entries(fitted.weights));

/** @param names names written as code, and paths */
export function asksForWork(text: string, names: readonly string[]): boolean {
  const features = findQuestionFeatures(text, names);
  return features.reduce((sum, feature) => sum + (featureWeights.get(feature) ?? 0), fitted.bias) > 0;
}
