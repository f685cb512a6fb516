/** Trees are walked as they are written, and every score is told by shares that add up to it. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { featureNames, type Features } from '../../../../worker/retrieval/ranking/describe-candidates.ts';
import { createRanker, rankerScore, type FittedRanker } from '../../../../worker/retrieval/ranking/ranker.ts';

const nothing: Features = featuresWith({});
function featuresWith(known: Partial<Features>): Features {
  const zeros = Object.fromEntries(featureNames.map((name) => [name, 0])) as Features;
  return { ...zeros, ...known };
}
const oddsOf = (score: number): number => Math.log(score / (1 - score));
const [bm25, stem] = [featureNames.indexOf('bm25'), featureNames.indexOf('stem')];

/** Asks for BM25 first, then, where it is high, for the stem; the second asks nothing. */
const twoTrees: FittedRanker = {
  base: -1,
  trees: [
    {
      feature: [bm25, -1, stem, -1, -1],
      threshold: [0.5, 0, 0.25, 0, 0],
      left: [1, 0, 3, 0, 0],
      right: [2, 0, 4, 0, 0],
      value: [0.1, -0.4, 0.6, 0.2, 1.5],
    },
    { feature: [-1], threshold: [0], left: [0], right: [0], value: [0.3] },
  ],
};

describe('a walk', () => {
  const score = createRanker(twoTrees);

  it('goes left below the threshold, right at it and above', () => {
    expect(oddsOf(score(nothing).score)).toBeCloseTo(-1 - 0.4 + 0.3, 9);
    expect(oddsOf(score(featuresWith({ bm25: 0.5 })).score)).toBeCloseTo(-1 + 0.2 + 0.3, 9);
    expect(oddsOf(score(featuresWith({ bm25: 1, stem: 0.25 })).score)).toBeCloseTo(-1 + 1.5 + 0.3, 9);
    expect(oddsOf(score(featuresWith({ stem: 1 })).score)).toBeCloseTo(-1 - 0.4 + 0.3, 9);
  });

  it('credits each split to what it asked', () => {
    const { shares } = score(featuresWith({ bm25: 1, stem: 1 }));
    expect(Object.keys(shares).toSorted()).toEqual(['base', 'bm25', 'stem']);
    expect(shares['base']).toBeCloseTo(-1 + 0.1 + 0.3, 9);
    expect(shares['bm25']).toBeCloseTo(0.5, 9);
    expect(shares['stem']).toBeCloseTo(0.9, 9);
    expect(Object.keys(score(nothing).shares).toSorted()).toEqual(['base', 'bm25']);
  });

  it('without trees knows nothing', () =>
    expect(createRanker({ base: 0, trees: [] })(nothing)).toEqual({ score: 0.5, shares: { base: 0 } }));
});

it('shares add up to the log-odds, whatever the trees', () => {
  const value = fc.double({ min: -2, max: 2, noNaN: true });
  const tree = fc
    .tuple(
      fc.nat({ max: featureNames.length - 1 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      value,
      value,
      value,
    )
    .map(([feature, threshold, ...values]) => ({
      feature: [feature, -1, -1],
      threshold: [threshold, 0, 0],
      left: [1, 0, 0],
      right: [2, 0, 0],
      value: values,
    }));
  const drawn = fc.dictionary(fc.constantFrom(...featureNames), fc.double({ min: 0, max: 1, noNaN: true }));
  fc.assert(
    fc.property(value, fc.array(tree, { maxLength: 8 }), drawn, (base, trees, known) => {
      const { score, shares } = createRanker({ base, trees })(featuresWith(known));
      expect(oddsOf(score)).toBeCloseTo(
        Object.values(shares).reduce((sum, share) => sum + share, 0),
        6,
      );
    }),
  );
});

describe('the fitted ranker', () => {
  const features = fc
    .array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: featureNames.length,
      maxLength: featureNames.length,
    })
    .map((values) =>
      featuresWith(Object.fromEntries(featureNames.map((name, at) => [name, values[at] ?? 0]))),
    );

  it('tells every score, of 0 to 1, by shares of what the ranking sees', () => {
    fc.assert(
      fc.property(features, (drawn) => {
        const { score, shares } = rankerScore(drawn);
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThan(1);
        expect(oddsOf(score)).toBeCloseTo(
          Object.values(shares).reduce((sum, share) => sum + share, 0),
          5,
        );
        const known: readonly string[] = ['base', ...featureNames];
        expect(Object.keys(shares).filter((name) => !known.includes(name))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});
