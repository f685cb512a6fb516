/**
 * The fitted ranker: a weighted sum of features. Its weights were fitted to rank files that a change touched, or that answer a question,
 * above others (a listwise loss; Cao et al., "Learning to rank: from pairwise approach to listwise
 * approach", 2007).
 */

import fitted from './ranker.json' with { type: 'json' };
import { featureNames, type FeatureName, type Features } from './feature-names.ts';

/** The weight of each feature; others weigh nothing. */
export type RankerWeights = Readonly<Partial<Record<FeatureName, number>>>;

/**
 * Two fits, because without vectors the lexical features need other weights. For concepts searched by keywords only, nDCG@10 is .877
 * with the weights fitted with vectors and .886 with those fitted without.
 */
export function fittedWeights(described: readonly Features[]): RankerWeights {
  return described.some(({ dense }) => dense > 0) ? fitted.weights : fitted.words;
}

/** The contribution of each feature to the sum. */
export function weighFeatures(
  features: Features,
  weights: RankerWeights,
): Partial<Record<FeatureName, number>> {
  const shares: Partial<Record<FeatureName, number>> = {};
  for (const name of featureNames) {
    const share = (weights[name] ?? 0) * features[name];
    if (share !== 0) shares[name] = share;
  }
  return shares;
}

/** The sum of the contributions. */
export function sumFeatures(features: Features, weights: RankerWeights): number {
  let sum = 0;
  for (const name of featureNames) sum += (weights[name] ?? 0) * features[name];
  return sum;
}

/** Score lost per unit below the best sum, chosen together with the weights and the decay within a file. */
const steepness = 0.25;

/** Converts sums to scores of 0 to 1; the best gets 1. */
export function scoreSums(sums: readonly number[]): readonly number[] {
  const best = sums.reduce((most, sum) => Math.max(most, sum), -Infinity);
  return sums.map((sum) => Math.exp(steepness * (sum - best)));
}
