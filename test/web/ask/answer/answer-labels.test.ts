/** Labels for the interpretation of a question and the generation of its answer. Unknown facts are omitted. */
import { expect, test } from 'vitest';
import type { Generation } from '../../../../web/src/lib/api.ts';
import {
  formatCost,
  describeGeneration,
  describeWriter,
  rewrittenQuestion,
} from '../../../../web/src/lib/features/ask/answer/answer-labels.ts';
import { draftQuestion } from '../../../../web/src/lib/features/ask/sources/describe-evidence.ts';

const generation = (overrides: Partial<Generation>): Generation => ({
  model: 'openai/gpt',
  isCutOff: false,
  attempts: [],
  usage: { input: 1204, cached: 0, output: 310 },
  costUsd: null,
  firstTokenMs: null,
  totalMs: 1,
  isOwnKey: false,
  ...overrides,
});

test('lists tokens, cost, time and the use of the user’s own key', () => {
  expect(describeGeneration(generation({}))).toEqual(['1,204 input tokens, 310 output']);
  const facts = {
    usage: { input: 2000, cached: 1000, output: 1 },
    costUsd: 0.00123,
    firstTokenMs: 850,
    isOwnKey: true,
  };
  expect(describeGeneration(generation(facts))).toEqual([
    '2,000 input tokens (1,000 cached), 1 output',
    '$0.0012',
    'first token after 850 ms',
    'with your key',
  ]);
});

test('omits unknown facts', () => {
  expect(describeGeneration(generation({ usage: { input: 0, cached: 0, output: 0 } }))).toEqual([]);
});

test.each([
  [0, '$0'],
  [1.2, '$1.20'],
  [12.345, '$12.35'],
  [0.5, '$0.50'],
  [0.0000456, '$0.000046'],
  [1e-9, 'less than $0.000001'],
])('formats %d dollars', (dollars, text) => expect(formatCost(dollars)).toBe(text));

test('states who wrote the answer, and whether a model was interrupted', () => {
  expect(describeWriter('embedded', null)).toBe('Quotations only, no AI model');
  expect(describeWriter('openai/gpt', { isCutOff: false })).toBe('Written by gpt, OpenAI');
  expect(describeWriter('openai/gpt', { isCutOff: true })).toBe(
    'Written by gpt, OpenAI until it was interrupted; the rest is composed from the index',
  );
});

const reading = {
  class: 'how',
  asked: 'and its tests?',
  text: 'and its tests?',
  carried: [],
  confidence: 'high',
  refused: false,
} as const;

test('returns a rewritten question, and null for an unchanged one', () => {
  expect(rewrittenQuestion(reading)).toBeNull();
  expect(rewrittenQuestion({ ...reading, asked: ' and its tests? ' })).toBeNull();
  expect(rewrittenQuestion(null)).toBeNull();
  expect(rewrittenQuestion({ ...reading, text: 'tests of `tide`' })).toBe('tests of `tide`');
});

test('drafts a question that contains the symbol, the path or the commit', () => {
  expect(draftQuestion({ kind: 'code', path: 'a.ts', symbol: 'tide' })).toContain('`tide`');
  expect(draftQuestion({ kind: 'code', path: 'a.ts' })).toBe('In `a.ts`, ');
  expect(draftQuestion({ kind: 'commit', commit: '6f948e95b4ab' })).toContain('`6f948e9`');
});
