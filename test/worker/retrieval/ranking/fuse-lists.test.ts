/** Fuses scored lists: values calculated by hand, and properties that hold for any lists. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuseLists, fusions, type ScoredList } from '../../../../worker/retrieval/ranking/fuse-lists.ts';

const list = (weight: number, scores: Readonly<Record<number, number>>): ScoredList => ({
  weight,
  scores: new Map(Object.entries(scores).map(([key, score]) => [Number(key), score])),
});
const roundScores = (fused: ReadonlyMap<number, number>): Record<string, number> =>
  Object.fromEntries([...fused].map(([key, score]) => [key, Number(score.toFixed(6))]));

describe('sum', () => {
  it('adds scores relative to the best score of each list', () => {
    const lists = [list(0.5, { 1: 10, 2: 5 }), list(0.5, { 2: 0.8, 3: 0.4 })];
    expect(roundScores(fuseLists('sum', lists))).toEqual({ 1: 0.5, 2: 0.75, 3: 0.25 });
  });

  it('weighs each list by its fraction of the total weight', () => {
    const lists = [list(3, { 1: 10, 2: 5 }), list(1, { 2: 7 })];
    expect(roundScores(fuseLists('sum', lists))).toEqual({ 1: 0.75, 2: 0.625 });
  });
});

describe('rrf', () => {
  it('depends only on ranks', () => {
    const lists = [list(1, { 1: 1000, 2: 999, 3: 1 }), list(1, { 3: 0.9, 1: 0.2 })];
    expect(roundScores(fuseLists('rrf', lists))).toEqual({
      1: Number(((1 + 61 / 62) / 2).toFixed(6)),
      2: Number((61 / 62 / 2).toFixed(6)),
      3: Number(((61 / 63 + 1) / 2).toFixed(6)),
    });
  });
});

describe('dbsf', () => {
  it('scales from three standard deviations below the mean to three above', () => {
    // The mean is 2 and the deviation 1, so the scale runs from -1 to 5: 1 maps to a third, 3 to two thirds.
    expect(roundScores(fuseLists('dbsf', [list(1, { 1: 1, 2: 3 })]))).toEqual({
      1: Number((1 / 3).toFixed(6)),
      2: Number((2 / 3).toFixed(6)),
    });
  });

  it('returns 0.5 if all scores are equal', () =>
    expect(roundScores(fuseLists('dbsf', [list(1, { 1: 4, 2: 4 })]))).toEqual({ 1: 0.5, 2: 0.5 }));

  it('measures the deviation over the best 100 scores only', () => {
    const head = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [at, at % 2 === 0 ? 12 : 18]));
    const tail = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [1000 + at, 0.001]));
    const short = roundScores(fuseLists('dbsf', [list(1, head)]));
    const long = roundScores(fuseLists('dbsf', [list(1, { ...head, ...tail })]));
    expect(long[0]).toBe(short[0]);
    expect(long[1]).toBe(Number((2 / 3).toFixed(6)));
    expect(long[1000]).toBe(0);
  });
});

describe.each(fusions)('%s', (fusion) => {
  const scoreEntries = fc.array(fc.tuple(fc.nat({ max: 30 }), fc.double({ min: -1, max: 30, noNaN: true })), {
    maxLength: 30,
  });

  it('ignores scores of 0 and below', () => {
    expect(roundScores(fuseLists(fusion, [list(1, { 1: 0, 2: -3, 4: 2 })]))).toHaveProperty('4');
    const [one, other] = [list(1, { 1: 5, 2: 1 }), list(1, { 3: 2, 4: 1 })];
    const withZeros = list(1, { 3: 2, 4: 1, 5: 0, 6: -1 });
    expect(fuseLists(fusion, [one, withZeros])).toEqual(fuseLists(fusion, [one, other]));
  });

  it('keeps the order of one list if the other is empty', () => {
    const full = list(0.5, { 7: 1, 8: 3, 9: 2 });
    for (const lists of [
      [full, list(0.5, {})],
      [list(0.5, {}), full],
    ]) {
      const fused = fuseLists(fusion, lists);
      expect([...fused].toSorted((a, b) => b[1] - a[1]).map(([key]) => key)).toEqual([8, 9, 7]);
    }
    expect(fuseLists(fusion, [list(0.5, {}), list(0.5, {})]).size).toBe(0);
  });

  it('returns scores between 0 and 1 that are monotonic and independent of list and key order', () => {
    fc.assert(
      fc.property(scoreEntries, scoreEntries, (first, second) => {
        const lists = [first, second].map((scores) => ({ weight: 0.5, scores: new Map(scores) }));
        const fused = fuseLists(fusion, lists);
        for (const score of fused.values()) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
        }
        const reversedLists = lists
          .toReversed()
          .map(({ weight, scores }) => ({ weight, scores: new Map([...scores].toReversed()) }));
        const other = fuseLists(fusion, reversedLists);
        expect([...other.keys()].toSorted()).toEqual([...fused.keys()].toSorted());
        for (const [key, score] of fused) expect(other.get(key)).toBeCloseTo(score, 9);
        const alone = fuseLists(fusion, lists.slice(0, 1));
        const ordered = [...new Map(first)].filter(([, score]) => score > 0).toSorted((a, b) => b[1] - a[1]);
        for (const [at, [key]] of ordered.slice(1).entries())
          expect(alone.get(ordered[at]?.[0] ?? -1)).toBeGreaterThanOrEqual(alone.get(key) ?? Infinity);
      }),
    );
  });
});
