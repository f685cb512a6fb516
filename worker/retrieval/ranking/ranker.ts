/**
 * The fitted ranker: regression trees over what is known of a candidate, fitted to put files that a change touched, or that answer a
 * question, before those that do not (LambdaMART; Burges, "From RankNet to LambdaRank to LambdaMART", 2010). Each split's
 * change of the expected value is credited to what it asked, so that the shares add up to the score.
 */

import fitted from './ranker.json' with { type: 'json' };
import { featureNames, type FeatureName, type Features } from './describe-candidates.ts';

/**
 * A tree as arrays by node; node 0 is its root. `feature` is -1 at a leaf; a candidate goes left where its value is below
 * `threshold`. `value` is the expected score of what reaches a node.
 */
interface Tree {
  readonly feature: readonly number[];
  readonly threshold: readonly number[];
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly value: readonly number[];
}

export interface FittedRanker {
  readonly base: number;
  readonly trees: readonly Tree[];
}

/** @returns what makes a score of 0 to 1 of a candidate, and the shares of its log-odds. */
export function createRanker({ base, trees }: FittedRanker): (features: Features) => {
  readonly score: number;
  readonly shares: Readonly<Record<string, number>>;
} {
  /** The log-odds before anything is known of a candidate. */
  const start = trees.reduce((sum, tree) => sum + (tree.value[0] ?? 0), base);
  return (features) => {
    const values = featureNames.map((name) => features[name]);
    const credited: Partial<Record<FeatureName, number>> = {};
    let sum = base;
    for (const tree of trees) sum += walk(tree, values, credited);
    return { score: 1 / (1 + Math.exp(-sum)), shares: { base: start, ...credited } };
  };
}

export const rankerScore = createRanker(fitted);

function walk(tree: Tree, values: readonly number[], credited: Partial<Record<FeatureName, number>>): number {
  let node = 0;
  for (;;) {
    const feature = tree.feature[node] ?? -1;
    if (feature < 0) return tree.value[node] ?? 0;
    const isBelow = (values[feature] ?? 0) < (tree.threshold[node] ?? 0);
    const next = (isBelow ? tree.left[node] : tree.right[node]) ?? 0;
    const name = featureNames[feature];
    if (name !== undefined)
      credited[name] = (credited[name] ?? 0) + (tree.value[next] ?? 0) - (tree.value[node] ?? 0);
    node = next;
  }
}
