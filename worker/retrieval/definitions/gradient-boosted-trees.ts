/**
 * Evaluates a weighted sum plus gradient-boosted regression trees (Friedman, "Greedy function approximation: a gradient boosting machine", 2001),
 * as XGBoost exports them: a node sends a value below its threshold to the left.
 */

/** Nodes of one tree in columns. Node 0 is the root. */
export interface Tree {
  /** Index of the compared feature; -1 for a leaf. */
  readonly features: readonly number[];
  /** The threshold; for a leaf, its value. */
  readonly values: readonly number[];
  /** Index of the left child; the right one follows it. 0 for a leaf. */
  readonly children: readonly number[];
  /** The mean of the leaves below, weighted by the training rows that reached them. */
  readonly means: readonly number[];
}

interface BoostedTrees {
  readonly featureNames: readonly string[];
  /** By feature: the weight of its difference from its average. */
  readonly weights: readonly number[];
  /** By feature: the mean of all training rows. */
  readonly averages: readonly number[];
  readonly trees: readonly Tree[];
}

type Features = Readonly<Record<string, number>>;

interface TreeEvaluator {
  /** The weighted sum, and the leaves of all trees; a missing feature counts as 0. */
  evaluate(features: Features): number;
  /**
   * By feature: its part of the weighted sum, and how much the steps at it changed the expected value (Saabas, "Interpreting random forests", 2014).
   * The contributions add up to the difference between the sum and the mean over all rows.
   */
  explain(features: Features): Readonly<Record<string, number>>;
}

export function createTreeEvaluator({ featureNames, weights, averages, trees }: BoostedTrees): TreeEvaluator {
  const columns = trees.map(({ features, values, children, means }): Columns => ({
    features: Int16Array.from(features),
    values: Float32Array.from(values),
    children: Int16Array.from(children),
    means: Float32Array.from(means),
  }));
  // XGBoost compares single-precision numbers, so a value near a threshold must be rounded alike.
  const input = new Float32Array(featureNames.length);
  const read = (features: Features): void => {
    for (const [index, name] of featureNames.entries()) input[index] = features[name] ?? 0;
  };
  const weigh = (index: number): number =>
    (weights[index] ?? 0) * ((input[index] ?? 0) - (averages[index] ?? 0));
  return {
    evaluate(features) {
      read(features);
      let sum = 0;
      for (let index = 0; index < input.length; index += 1) sum += weigh(index);
      for (const tree of columns) {
        const leaf = findLeaf(tree, input);
        sum += tree.values[leaf] ?? 0;
      }
      return sum;
    },
    explain(features) {
      read(features);
      const contributions: Record<string, number> = Object.fromEntries(
        featureNames.map((name, index) => [name, weigh(index)]),
      );
      for (const tree of columns)
        findLeaf(tree, input, (feature, from, to) => {
          const name = featureNames[feature] ?? '';
          const change = (tree.means[to] ?? 0) - (tree.means[from] ?? 0);
          contributions[name] = (contributions[name] ?? 0) + change;
        });
      return contributions;
    },
  };
}

interface Columns {
  readonly features: Int16Array;
  readonly values: Float32Array;
  readonly children: Int16Array;
  readonly means: Float32Array;
}

function findLeaf(
  { features, values, children }: Columns,
  input: Float32Array,
  onStep?: (feature: number, from: number, to: number) => void,
): number {
  let node = 0;
  for (;;) {
    const feature = features[node] ?? -1;
    if (feature < 0) return node;
    const left = children[node] ?? 0;
    const next = (input[feature] ?? 0) < (values[node] ?? 0) ? left : left + 1;
    onStep?.(feature, node, next);
    node = next;
  }
}
