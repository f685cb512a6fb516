/**
 * Implements the fitted ranker, a weighted sum of features. Its weights were fitted to rank files that a change touched, or that answer
 * a question, above others (a listwise loss; Cao et al., "Learning to rank: from pairwise approach to listwise approach", 2007).
 */

import fitted from './ranker.json' with { type: 'json' };
import { featureNames, type FeatureName, type Features } from './feature-names.ts';

/** The weight of each feature. A missing weight is 0. */
export type RankerWeights = Readonly<Partial<Record<FeatureName, number>>>;

/**
 * Chooses one of two fits, because without vectors the lexical features need other weights. For concepts searched by keywords only,
 * nDCG@10 is .877 with the weights fitted with vectors and .886 with the weights fitted without.
 */
export function chooseFittedWeights(described: readonly Features[]): RankerWeights {
  return described.some(({ dense }) => dense > 0) ? fitted.weights : fitted.words;
}

/** Returns the contribution of each feature to the sum. */
export function computeContributions(
  features: Features,
  weights: RankerWeights,
): Partial<Record<FeatureName, number>> {
  const contributions: Partial<Record<FeatureName, number>> = {};
  for (const name of featureNames) {
    const contribution = (weights[name] ?? 0) * features[name];
    if (contribution !== 0) contributions[name] = contribution;
  }
  return contributions;
}

/** Returns the sum of the contributions. */
export function sumFeatures(features: Features, weights: RankerWeights): number {
  let sum = 0;
  for (const name of featureNames) sum += (weights[name] ?? 0) * features[name];
  return sum;
}

/** Exponent per unit below the best sum, chosen together with the weights and the decay within a file. */
const steepness = 0.25;

/** Converts sums to scores of 0 to 1; the best gets 1. */
export function convertSumsToScores(sums: readonly number[]): readonly number[] {
  const best = sums.reduce((highest, sum) => Math.max(highest, sum), -Infinity);
  return sums.map((sum) => Math.exp(steepness * (sum - best)));
}
