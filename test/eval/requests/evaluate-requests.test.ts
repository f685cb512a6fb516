/** Requests for work are distinguished from questions in wordings that the weights were not fitted to. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTerminal } from '../../../clients/cli/terminal/terminal.ts';
import { evaluateRequests } from './evaluate-requests.ts';

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
  const figures = evaluate('requests-test', 'question-classes-test', 'question-classes-writer-b');
  const written = figures['requests-test'];
  expect(written?.requests).toBe(20);
  expect(written?.requestsFound).toBeGreaterThanOrEqual(8);
  expect(written?.questionsMistaken).toBeLessThanOrEqual(1);
  expect(figures['question-classes-test']?.questionsMistaken).toBeLessThanOrEqual(3);
  expect(figures['question-classes-writer-b']?.questionsMistaken).toBeLessThanOrEqual(9);
});

it('rejects a set that does not exist', () => {
  expect(() => evaluate('nowhere')).toThrow(/nowhere/);
});
