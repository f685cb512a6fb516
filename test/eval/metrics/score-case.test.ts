import { describe, expect, it } from 'vitest';
import type { EvaluationCase } from '../evaluation-case.ts';
import { scoreCase } from './score-case.ts';

const base: EvaluationCase = {
  id: 'one',
  set: 'set',
  kind: 'change',
  repository: 'owner/name',
  commit: 'c0ffee',
  root: undefined,
  query: 'close the stream once',
  targets: [{ path: 'b' }, { path: 'z' }],
  functions: [{ path: 'b', startLine: 15, endLine: 18 }],
  answerable: true,
  category: 'change',
  namesFileStem: false,
  namesChangedSymbol: false,
};
const hits = [
  { path: 'a', startLine: 1, endLine: 10 },
  { path: 'a', startLine: 11, endLine: 20 },
  { path: 'b', startLine: 1, endLine: 10 },
  { path: 'b', startLine: 11, endLine: 20 },
];

describe('scoring a change', () => {
  it('counts distinct files', () => {
    const scores = scoreCase(base, hits);
    expect(scores).toMatchObject({ hit1: 0, hit5: 1, hit10: 1, mrr10: 0.5, recall10: 0.5, precision5: 0.2 });
    expect(scores?.ndcg10).toBe(scores?.ndcg10Files);
    expect(scores?.ndcg10Files).toBeGreaterThan(scores?.ndcg10Chunks ?? 1);
  });

  it('detects whether a changed function is among the first ten chunks', () => {
    expect(scoreCase(base, hits)?.functions10).toBe(1);
    expect(scoreCase(base, hits.slice(0, 3))?.functions10).toBe(0);
    expect(scoreCase({ ...base, functions: [] }, hits)?.functions10).toBeUndefined();
  });

  it('finds a function in a chunk after the tenth if its file is among the first ten', () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ path: 'a', startLine: index, endLine: index }));
    const scores = scoreCase(base, [...many, ...hits]);
    expect(scores).toMatchObject({ functions10: 0, functions10Files: 1 });
  });

  it('returns 0 for a file after the tenth', () => {
    const others = Array.from({ length: 10 }, (_, index) => ({
      path: `f${index}`,
      startLine: 1,
      endLine: 2,
    }));
    expect(scoreCase(base, [...others, ...hits])).toMatchObject({ hit10: 0, mrr10: 0, recall20: 0.5 });
  });
});

it('scores a concept over chunks', () => {
  const scores = scoreCase({ ...base, kind: 'concept', targets: [{ path: 'b' }], functions: [] }, hits);
  expect(scores?.ndcg10).toBeCloseTo(0.5);
  expect(scores?.ndcg10Files).toBeCloseTo(1 / Math.log2(3));
});

it('returns no scores for a case that only tests whether the system answers', () => {
  expect(scoreCase({ ...base, kind: 'refusal', targets: [], functions: [] }, hits)).toBeUndefined();
});
