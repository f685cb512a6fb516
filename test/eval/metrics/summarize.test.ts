import { describe, expect, it } from 'vitest';
import { countRefusals } from './count-refusals.ts';
import { compareScores, summarize, summarizeGroups } from './summarize.ts';
import type { ScoredCase } from './summarize.ts';

interface CaseOptions {
  readonly id: string;
  readonly repository?: string;
  readonly hit1?: number;
  readonly confidence?: string;
  readonly answerable?: boolean;
  readonly namesFileStem?: boolean;
}

function scored({ id, repository = 'a/a', hit1, confidence = 'high', ...more }: CaseOptions): ScoredCase {
  return {
    evaluationCase: {
      id,
      set: 'set',
      kind: 'change',
      repository,
      commit: 'c0ffee',
      root: undefined,
      query: 'close the stream once',
      targets: [{ path: 'a.py' }],
      functions: [],
      answerable: more.answerable ?? true,
      category: 'change',
      namesFileStem: more.namesFileStem,
      namesChangedSymbol: undefined,
    },
    ranking: { hits: [], class: 'how', confidence, ms: Number(id) },
    scores: hit1 === undefined ? undefined : { hit1 },
  };
}

const cases = [
  scored({ id: '1', hit1: 1, namesFileStem: true }),
  scored({ id: '2', hit1: 0, repository: 'b/b', namesFileStem: false }),
  scored({ id: '3', hit1: 0, repository: 'b/b' }),
];

describe('summaries', () => {
  it('contain means, intervals and times', () => {
    const summary = summarize(cases);
    expect(summary).toMatchObject({ cases: 3, hit1: 0.3333, p50Ms: 2, p95Ms: 3 });
    expect(summary.intervals.hit1).toEqual([0.3333, 0.3333]);
    expect(summary.mrr10).toBeUndefined();
  });

  it('are made for each group, without cases that belong to no group', () => {
    const groups = summarizeGroups(cases);
    expect(groups['repository']?.['b/b']).toMatchObject({ cases: 2, hit1: 0 });
    expect(Object.keys(groups['namesFileStem'] ?? {})).toEqual(['no', 'yes']);
    expect(groups['namesChangedSymbol']).toBeUndefined();
  });
});

it('compares two systems case by case', () => {
  const others = cases.map((scoredCase) => ({ ...scoredCase, scores: { hit1: 1 } }));
  expect(compareScores(others, cases).hit1?.mean).toBe(0.6667);
  expect(compareScores(cases, cases).hit1).toEqual({ mean: 0, interval: [0, 0] });
});

it('counts right and wrong answers and refusals', () => {
  const judgedCases = [
    scored({ id: '1', confidence: 'high' }),
    scored({ id: '2', confidence: 'low' }),
    scored({ id: '3', confidence: 'out-of-scope' }),
    scored({ id: '4', confidence: 'out-of-scope', answerable: false }),
    scored({ id: '5', confidence: 'low', answerable: false }),
  ];
  expect(countRefusals(judgedCases)).toEqual({
    answeredRightly: 2,
    declinedWrongly: 1,
    declinedRightly: 1,
    answeredWrongly: 1,
    unsureOfAnswerable: 1,
    unsureOfOthers: 1,
  });
});
