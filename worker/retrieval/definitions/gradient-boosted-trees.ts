/**
 * Evaluates gradient-boosted regression trees (Friedman, "Greedy function approximation: a gradient boosting machine", 2001), as XGBoost exports
 * them: a node sends a value below its threshold to the left.
 */

/** Nodes of one tree in columns. Node 0 is the root. */
export interface Tree {
  /** Index of the compared feature; -1 for a leaf. */
  readonly features: readonly number[];
  /** The threshold; for a leaf, its value. */
  readonly values: readonly number[];
  /** Index of the left child; the right one follows it. 0 for a leaf. */
  readonly children: readonly number[];
}

export interface BoostedTrees {
  readonly featureNames: readonly string[];
  readonly trees: readonly Tree[];
}

export type TreeEvaluator = (features: Readonly<Record<string, number>>) => number;

/** @returns a function that sums the leaves of all trees; a missing feature counts as 0 */
export function createTreeEvaluator({ featureNames, trees }: BoostedTrees): TreeEvaluator {
  const columns = trees.map(({ features, values, children }) => ({
    features: Int16Array.from(features),
    values: Float32Array.from(values),
    children: Int16Array.from(children),
  }));
  // XGBoost compares single-precision numbers, so a value near a threshold must be rounded alike.
  const input = new Float32Array(featureNames.length);
  return (features) => {
    for (const [index, name] of featureNames.entries()) input[index] = features[name] ?? 0;
    let sum = 0;
    for (const tree of columns) {
      let node = 0;
      let feature = tree.features[0] ?? -1;
      while (feature >= 0) {
        const left = tree.children[node] ?? 0;
        node = (input[feature] ?? 0) < (tree.values[node] ?? 0) ? left : left + 1;
        feature = tree.features[node] ?? -1;
      }
      sum += tree.values[node] ?? 0;
    }
    return sum;
  };
}
