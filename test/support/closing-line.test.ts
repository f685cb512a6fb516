import { expect, it } from 'vitest';
import { formatCounts } from './closing-line.ts';

const file = (states: readonly string[], errors: readonly unknown[] = []) => ({
  children: { allTests: () => states.map((state) => ({ result: () => ({ state }) })) },
  errors: () => errors,
});

it('adds up the tests of all files', () => {
  expect(formatCounts([file(['passed', 'passed']), file(['passed'])], 0)).toBe('3 passed, 0 failed');
});

it('counts a file that failed to load and an error outside all files as failures', () => {
  expect(formatCounts([file(['passed', 'failed']), file([], ['no such module'])], 1)).toBe(
    '1 passed, 3 failed',
  );
});

it('states the number of skipped tests', () => {
  expect(formatCounts([file(['passed', 'skipped'])], 0)).toBe('1 passed, 0 failed, 1 skipped');
});
