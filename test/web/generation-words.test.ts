/** What an answer by a model took, as far as it is known. */
import { expect, test } from 'vitest';
import type { Generation } from '../../web/src/lib/api.ts';
import { formatCost, generationFacts, writerWords } from '../../web/src/lib/features/ask/generation-words.ts';

const generation = (more: Partial<Generation>): Generation => ({
  model: 'openai/gpt',
  isCutOff: false,
  attempts: [],
  usage: { input: 1204, cached: 0, output: 310 },
  costUsd: null,
  firstTokenMs: null,
  totalMs: 1,
  isOwnKey: false,
  ...more,
});

test('tokens, cost, time and whose key', () => {
  expect(generationFacts(generation({}))).toEqual(['1,204 tokens read, 310 written']);
  const told = {
    usage: { input: 2000, cached: 1000, output: 1 },
    costUsd: 0.00123,
    firstTokenMs: 850,
    isOwnKey: true,
  };
  expect(generationFacts(generation(told))).toEqual([
    '2,000 tokens read (1,000 of them kept by the vendor), 1 written',
    '$0.0012',
    'first word after 850 ms',
    'with your key',
  ]);
});

test('what is not known is not said', () => {
  expect(generationFacts(generation({ usage: { input: 0, cached: 0, output: 0 } }))).toEqual([]);
});

test.each([
  [0, '$0'],
  [1.2, '$1.20'],
  [12.345, '$12.35'],
  [0.5, '$0.50'],
  [0.0000456, '$0.000046'],
  [1e-9, 'less than $0.000001'],
])('%d dollars', (dollars, words) => expect(formatCost(dollars)).toBe(words));

test('who wrote it, and how far', () => {
  expect(writerWords('embedded', null)).toBe('Composed from the index, no model');
  expect(writerWords('openai/gpt', { isCutOff: false })).toBe('Written by gpt, OpenAI');
  expect(writerWords('openai/gpt', { isCutOff: true })).toBe(
    'Written by gpt, OpenAI until it broke off; the rest composed from the index',
  );
});
