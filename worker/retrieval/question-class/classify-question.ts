/**
 * Classifies a question by weighted features (multinomial logistic regression). `fit-classes.py` fits the weights;
 * results are in `test/eval/results/question-classes.md`.
 */

import fitted from './class-weights.json' with { type: 'json' };
import { findQuestionFeatures } from './question-features.ts';

/** In the order of the weights of each feature. */
const weighedClasses = ['how', 'lookup', 'why', 'impact', 'exhaustive', 'docs'] as const;
type WeighedClass = (typeof weighedClasses)[number];

const featureWeights: ReadonlyMap<string, readonly number[]> = new Map(Object.entries(fitted.weights));

type ClassSum = readonly [name: WeighedClass, sum: number];

/** @param names names written as code, and paths */
export function classifyQuestion(text: string, names: readonly string[]): WeighedClass {
  const [best] = classScores(text, names).toSorted(([, a], [, b]) => b - a);
  return best?.[0] ?? 'how';
}

/**
 * Returns the probability of a class, 0 to 1.
 * @param names names written as code, and paths
 */
export function classProbability(
  questionClass: WeighedClass,
  text: string,
  names: readonly string[],
): number {
  const sums = classScores(text, names);
  const total = sums.reduce((sum, [, other]) => sum + Math.exp(other), 0);
  const classSum = sums.find(([name]) => name === questionClass)?.[1];
  return classSum === undefined ? 0 : Math.exp(classSum) / total;
}

function classScores(text: string, names: readonly string[]): readonly ClassSum[] {
  const weights = findQuestionFeatures(text, names).flatMap((feature) => {
    const known = featureWeights.get(feature);
    return known === undefined ? [] : [known];
  });
  return weighedClasses.map((name, at): ClassSum => [
    name,
    weights.reduce((sum, weight) => sum + (weight[at] ?? 0), fitted.biases[at] ?? 0),
  ]);
}
