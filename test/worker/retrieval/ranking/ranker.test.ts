/** Sums weighted features with every contribution reported, and maps sums to scores between 0 and 1 in the same order. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { featureNames, type Features } from '../../../../worker/retrieval/ranking/feature-names.ts';
import fitted from '../../../../worker/retrieval/ranking/ranker.json' with { type: 'json' };
import {
  chooseFittedWeights,
  convertSumsToScores,
  sumFeatures,
  computeContributions,
  type RankerWeights,
} from '../../../../worker/retrieval/ranking/ranker.ts';
import { groupScoreComponents } from '../../../../worker/retrieval/ranking/group-score-components.ts';

function featuresWith(known: Partial<Features>): Features {
  const zeros = Object.fromEntries(featureNames.map((name) => [name, 0])) as Features;
  return { ...zeros, ...known };
}
const sumValues = (contributions: Readonly<Record<string, number>>): number =>
  Object.values(contributions).reduce((sum, contribution) => sum + contribution, 0);

describe('the weighted sum', () => {
  it('has a contribution for each feature with a value and a weight', () => {
    const contributions = computeContributions(featuresWith({ stem: 0.5, depth: 1, bm25: 1 }), {
      stem: 4,
      depth: -2,
    });
    expect(contributions).toEqual({ stem: 2, depth: -2 });
  });

  it('equals the sum of its contributions and of its score components', () => {
    const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: featureNames.length,
      maxLength: featureNames.length,
    });
    fc.assert(
      fc.property(values, (randomValues) => {
        const known = Object.fromEntries(featureNames.map((name, at) => [name, randomValues[at] ?? 0]));
        const contributions = computeContributions(featuresWith(known), fitted.weights);
        expect(sumFeatures(featuresWith(known), fitted.weights)).toBe(sumValues(contributions));
        expect(sumValues(groupScoreComponents(contributions))).toBeCloseTo(sumValues(contributions), 9);
      }),
    );
  });
});

describe('scores', () => {
  it('are 1 for the best sums and keep their order', () => {
    const scores = convertSumsToScores([-3, 2, 0, 2]);
    expect([scores[1], scores[3]]).toEqual([1, 1]);
    expect(scores[2]).toBeCloseTo(Math.exp(-0.5), 9);
    expect(scores[0]).toBeLessThan(scores[2] ?? 0);
  });

  it('are empty without sums', () => expect(convertSumsToScores([])).toEqual([]));
});

describe.each(['weights', 'words'] as const)('the fitted weights in "%s"', (fit) => {
  const weights: RankerWeights = fitted[fit];

  it('refer only to existing features', () => {
    const known: readonly string[] = featureNames;
    expect(Object.keys(weights).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('favor definitions and penalize unrequested tests and translations', () => {
    expect(weights.defines).toBeGreaterThan(0);
    expect(weights.isTest).toBeLessThan(0);
    expect(weights.isTranslation).toBeLessThan(0);
  });
});

describe('chooseFittedWeights', () => {
  const byWords = featuresWith({ bm25: 1, fused: 0.5 });

  it('returns the lexical weights, which have no vector features, if no vector was compared', () => {
    expect(chooseFittedWeights([byWords, byWords])).toBe(fitted.words);
    expect(Object.keys(fitted.words).filter((name) => /dense/i.test(name))).toEqual([]);
  });

  it('returns the full weights if any candidate has a vector similarity', () =>
    expect(chooseFittedWeights([byWords, featuresWith({ dense: 1 })])).toBe(fitted.weights));
});
