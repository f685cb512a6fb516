/** A sum of what is known, each part told; scores of 0 to 1 that keep the order of the sums. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { featureNames, type Features } from '../../../../worker/retrieval/ranking/feature-names.ts';
import fitted from '../../../../worker/retrieval/ranking/ranker.json' with { type: 'json' };
import {
  fittedWeights,
  scoreSums,
  sumFeatures,
  weighFeatures,
  type RankerWeights,
} from '../../../../worker/retrieval/ranking/ranker.ts';
import { groupScoreComponents } from '../../../../worker/retrieval/ranking/group-score-components.ts';

function featuresWith(known: Partial<Features>): Features {
  const zeros = Object.fromEntries(featureNames.map((name) => [name, 0])) as Features;
  return { ...zeros, ...known };
}
const sumOf = (shares: Readonly<Record<string, number>>): number =>
  Object.values(shares).reduce((sum, share) => sum + share, 0);

describe('a sum', () => {
  it('has a part for each feature that is there and weighs', () => {
    const shares = weighFeatures(featuresWith({ stem: 0.5, depth: 1, bm25: 1 }), { stem: 4, depth: -2 });
    expect(shares).toEqual({ stem: 2, depth: -2 });
  });

  it('is told by signals that add up to it', () => {
    const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: featureNames.length,
      maxLength: featureNames.length,
    });
    fc.assert(
      fc.property(values, (drawn) => {
        const known = Object.fromEntries(featureNames.map((name, at) => [name, drawn[at] ?? 0]));
        const shares = weighFeatures(featuresWith(known), fitted.weights);
        expect(sumFeatures(featuresWith(known), fitted.weights)).toBe(sumOf(shares));
        expect(sumOf(groupScoreComponents(shares))).toBeCloseTo(sumOf(shares), 9);
      }),
    );
  });
});

describe('scores', () => {
  it('are 1 for the best, and keep the order', () => {
    const scores = scoreSums([-3, 2, 0, 2]);
    expect([scores[1], scores[3]]).toEqual([1, 1]);
    expect(scores[2]).toBeCloseTo(Math.exp(-0.5), 9);
    expect(scores[0]).toBeLessThan(scores[2] ?? 0);
  });

  it('of nothing are none', () => expect(scoreSums([])).toEqual([]));
});

describe.each(['weights', 'words'] as const)('the fitted %s', (fit) => {
  const weights: RankerWeights = fitted[fit];

  it('are of features that there are', () => {
    const known: readonly string[] = featureNames;
    expect(Object.keys(weights).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('count for what defines the name, and against tests and translations nobody asked for', () => {
    expect(weights.defines).toBeGreaterThan(0);
    expect(weights.isTest).toBeLessThan(0);
    expect(weights.isTranslation).toBeLessThan(0);
  });
});

describe('the weights that count', () => {
  const byWords = featuresWith({ bm25: 1, fused: 0.5 });

  it('are those of words where no vector was compared, which say nothing of vectors', () => {
    expect(fittedWeights([byWords, byWords])).toBe(fitted.words);
    expect(Object.keys(fitted.words).filter((name) => /dense/i.test(name))).toEqual([]);
  });

  it('are those of both where one was, whatever words found alone', () =>
    expect(fittedWeights([byWords, featuresWith({ dense: 1 })])).toBe(fitted.weights));
});
