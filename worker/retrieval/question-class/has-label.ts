/** Decides whether a text has a label by a logistic regression of its features. A sum above 0 means that it has. */

import { findQuestionFeatures } from './question-features.ts';

interface LabelWeights {
  readonly bias: number;
  readonly weights: ReadonlyMap<string, number>;
}

/** @param names names written as code, and paths */
export function hasLabel({ bias, weights }: LabelWeights, text: string, names: readonly string[]): boolean {
  const features = findQuestionFeatures(text, names);
  return features.reduce((sum, feature) => sum + (weights.get(feature) ?? 0), bias) > 0;
}
