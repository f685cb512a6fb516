import { expect, it } from 'vitest';
import { computeRouge } from './rouge.ts';

const reference = 'The cat is on the mat.';

it('scores words, word pairs and the longest common subsequence', () => {
  const scores = computeRouge('the cat sat on the mat', reference);
  expect(scores.rouge1.f1).toBeCloseTo(5 / 6);
  expect(scores.rouge2.f1).toBeCloseTo(3 / 5);
  expect(scores.rougeL.f1).toBeCloseTo(5 / 6);
});

it('counts a repeated word at most as often as the reference contains it', () => {
  const scores = computeRouge('the the the the', reference);
  expect(scores.rouge1).toMatchObject({ precision: 0.5, recall: 2 / 6 });
  expect(scores.rouge2.f1).toBe(0);
});

it('penalizes a different word order in ROUGE-L but not in ROUGE-1', () => {
  const scores = computeRouge('on the mat the cat is', reference);
  expect(scores.rouge1.f1).toBe(1);
  expect(scores.rougeL.recall).toBeCloseTo(3 / 6);
});

it('scores 1 for the same text and 0 for an empty one', () => {
  expect(computeRouge(reference, reference).rougeL.f1).toBe(1);
  expect(computeRouge('', reference)).toMatchObject({
    rouge1: { f1: 0 },
    rouge2: { f1: 0 },
    rougeL: { f1: 0 },
  });
});
