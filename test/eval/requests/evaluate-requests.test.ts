/** Requests for work, greetings, questions for a trace and questions about the index are distinguished from others in wordings that the weights were not fitted to. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTerminal } from '../../../clients/cli/terminal/terminal.ts';
import { evaluateCoverageQuestions } from './evaluate-coverage-questions.ts';
import { evaluateRequests } from './evaluate-requests.ts';
import { evaluateTraces } from './evaluate-traces.ts';

const sets = join(import.meta.dirname, '../sets');
const quietTerminal = createTerminal({
  stdout: { write: () => true },
  stderr: { write: () => true },
  json: false,
});
const evaluate = (...names: readonly string[]) =>
  evaluateRequests(
    { requests: names.map((name) => join(sets, `${name}.jsonl`)) },
    { terminal: quietTerminal },
  );

it('finds most requests of other wordings, and takes few questions for requests', () => {
  const figures = evaluate(
    'requests-test',
    'greetings-test',
    'greetings-code-test',
    'keywords-test',
    'question-classes-test',
    'question-classes-writer-b',
  );
  expect(figures['requests-test']).toMatchObject({ labeled: 20, others: 20 });
  expect(figures['requests-test']?.found).toBeGreaterThanOrEqual(8);
  expect(figures['requests-test']?.mistaken).toBeLessThanOrEqual(1);
  expect(figures['greetings-test']).toMatchObject({ labeled: 15, others: 15 });
  expect(figures['greetings-test']?.found).toBeGreaterThanOrEqual(13);
  expect(figures['greetings-test']?.mistaken).toBe(0);
  expect(figures['greetings-code-test']).toMatchObject({ labeled: 8, others: 32 });
  expect(figures['greetings-code-test']?.found).toBeGreaterThanOrEqual(7);
  expect(figures['greetings-code-test']?.mistaken).toBe(0);
  expect(figures['keywords-test']).toMatchObject({ others: 30, mistaken: 0 });
  expect(figures['question-classes-test']?.mistaken).toBeLessThanOrEqual(3);
  expect(figures['question-classes-writer-b']?.mistaken).toBeLessThanOrEqual(9);
});

it('finds most questions for a trace in other wordings, and takes few others for one', () => {
  const figures = evaluateTraces({ traces: [join(sets, 'traces-test.jsonl')] }, { terminal: quietTerminal });
  expect(figures['traces-test']).toMatchObject({ labeled: 20, others: 20 });
  expect(figures['traces-test']?.found).toBeGreaterThanOrEqual(15);
  expect(figures['traces-test']?.mistaken).toBeLessThanOrEqual(2);
});

it('finds most questions about the index in other wordings, and takes few others for one', () => {
  const names = ['coverage-test', 'coverage-code-test', 'question-classes-test', 'question-classes-writer-b'];
  const coverage = names.map((name) => join(sets, `${name}.jsonl`));
  const figures = evaluateCoverageQuestions({ coverage }, { terminal: quietTerminal });
  expect(figures['coverage-test']).toMatchObject({ labeled: 20, others: 20 });
  expect(figures['coverage-test']?.found).toBeGreaterThanOrEqual(15);
  expect(figures['coverage-test']?.mistaken).toBe(0);
  expect(figures['coverage-code-test']).toMatchObject({ labeled: 12, others: 28 });
  expect(figures['coverage-code-test']?.found).toBeGreaterThanOrEqual(11);
  expect(figures['coverage-code-test']?.mistaken).toBe(0);
  expect(figures['question-classes-test']?.mistaken).toBeLessThanOrEqual(1);
  expect(figures['question-classes-writer-b']?.mistaken).toBe(0);
});

it('rejects a set that does not exist', () => {
  expect(() => evaluate('nowhere')).toThrow(/nowhere/);
});
