import { expect, it } from 'vitest';
import { rouge } from './rouge.ts';

const reference = 'The cat is on the mat.';

it('counts words, pairs and the longest sequence as their definitions do', () => {
  const told = rouge('the cat sat on the mat', reference);
  expect(told.rouge1.f1).toBeCloseTo(5 / 6);
  expect(told.rouge2.f1).toBeCloseTo(3 / 5);
  expect(told.rougeL.f1).toBeCloseTo(5 / 6);
});

it('counts a repeated word no more often than the reference has it', () => {
  const told = rouge('the the the the', reference);
  expect(told.rouge1).toMatchObject({ precision: 0.5, recall: 2 / 6 });
  expect(told.rouge2.f1).toBe(0);
});

it('holds words in another order to the longest sequence alone', () => {
  const told = rouge('on the mat the cat is', reference);
  expect(told.rouge1.f1).toBe(1);
  expect(told.rougeL.recall).toBeCloseTo(3 / 6);
});

it('is one of the same text and nought of none', () => {
  expect(rouge(reference, reference).rougeL.f1).toBe(1);
  expect(rouge('', reference)).toMatchObject({ rouge1: { f1: 0 }, rouge2: { f1: 0 }, rougeL: { f1: 0 } });
});
