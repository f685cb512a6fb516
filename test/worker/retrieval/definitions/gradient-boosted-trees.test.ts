import { describe, expect, it } from 'vitest';
import fitted from '../../../../worker/retrieval/definitions/definition-ranker.json' with { type: 'json' };
import sample from './definition-ranker-sample.json' with { type: 'json' };
import { createTreeEvaluator } from '../../../../worker/retrieval/definitions/gradient-boosted-trees.ts';

describe('the fitted ranker', () => {
  const { evaluate, explain } = createTreeEvaluator(fitted);
  const sums = sample.features.map((features) => evaluate(features));

  it('give the predictions of the program that fitted them, up to its constant start value', () => {
    const [firstSum = 0] = sums;
    const [firstExpected = 0] = sample.sums;
    for (const [index, sum] of sums.entries())
      expect(sum - firstSum).toBeCloseTo((sample.sums[index] ?? 0) - firstExpected, 3);
  });

  it('have contributions that add up to the sum, apart from the mean', () => {
    const rests = sample.features.map((features, index) => {
      const explained = Object.values(explain(features)).reduce((sum, value) => sum + value, 0);
      return (sums[index] ?? 0) - explained;
    });
    for (const rest of rests) expect(rest).toBeCloseTo(rests[0] ?? 0, 2);
  });
});

describe('a tree', () => {
  const { evaluate, explain } = createTreeEvaluator({
    featureNames: ['words', 'lines'],
    weights: [0, 0],
    averages: [0, 0],
    trees: [
      {
        features: [0, -1, 1, -1, -1],
        values: [0.5, -1, 20, 2, 4],
        children: [1, 0, 3, 0, 0],
        means: [1, -1, 3, 2, 4],
      },
    ],
  });

  it('sends a value below the threshold to the left, and an equal one to the right', () => {
    expect(evaluate({ words: 0.49, lines: 30 })).toBe(-1);
    expect(evaluate({ words: 0.5, lines: 19 })).toBe(2);
    expect(evaluate({ words: 0.5, lines: 20 })).toBe(4);
  });

  it('counts a missing feature as 0', () => {
    expect(evaluate({ lines: 20 })).toBe(-1);
  });

  it('attributes each step to the feature that it compares', () => {
    expect(explain({ words: 1, lines: 20 })).toEqual({ words: 2, lines: 1 });
  });
});

describe('a weighted sum', () => {
  const { evaluate, explain } = createTreeEvaluator({
    featureNames: ['words', 'lines'],
    weights: [2, -0.5],
    averages: [1, 10],
    trees: [],
  });

  it('weighs the difference of each feature from its average', () => {
    expect(evaluate({ words: 3, lines: 12 })).toBe(3);
    expect(explain({ words: 3, lines: 12 })).toEqual({ words: 4, lines: -1 });
  });
});
