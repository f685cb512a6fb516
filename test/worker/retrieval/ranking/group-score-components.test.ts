/** Fifty numbers told as ten signals: nothing of the sum is lost on the way. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { featureNames } from '../../../../worker/retrieval/ranking/feature-names.ts';
import { groupScoreComponents } from '../../../../worker/retrieval/ranking/group-score-components.ts';

const sum = (of: Readonly<Record<string, number>>) => Object.values(of).reduce((all, one) => all + one, 0);
const share = fc.double({ min: -5, max: 5, noNaN: true });

it('adds up to what it was told of, however it is spread', () => {
  fc.assert(
    fc.property(fc.record(Object.fromEntries(featureNames.map((name) => [name, share]))), (shares) => {
      expect(sum(groupScoreComponents(shares))).toBeCloseTo(sum(shares), 6);
    }),
  );
});

it('leaves out what had no part', () => {
  expect(groupScoreComponents({ bm25: 0.5, text: 0.25 })).toEqual({ words: 0.75 });
  expect(groupScoreComponents({})).toEqual({});
});
