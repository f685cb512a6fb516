/** Grouping feature contributions into score components preserves their sum. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { featureNames } from '../../../../worker/retrieval/ranking/feature-names.ts';
import { groupScoreComponents } from '../../../../worker/retrieval/ranking/group-score-components.ts';

const sum = (values: Readonly<Record<string, number>>) =>
  Object.values(values).reduce((total, value) => total + value, 0);
const contribution = fc.double({ min: -5, max: 5, noNaN: true });

it('preserves the sum of any contributions', () => {
  fc.assert(
    fc.property(
      fc.record(Object.fromEntries(featureNames.map((name) => [name, contribution]))),
      (contributions) => {
        expect(sum(groupScoreComponents(contributions))).toBeCloseTo(sum(contributions), 6);
      },
    ),
  );
});

it('omits components without a contribution', () => {
  expect(groupScoreComponents({ bm25: 0.5, text: 0.25 })).toEqual({ words: 0.75 });
  expect(groupScoreComponents({})).toEqual({});
});
