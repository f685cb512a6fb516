import { expect, it } from 'vitest';
import { formatCounts } from './closing-line.ts';

const file = (states: readonly string[], errors: readonly unknown[] = []) => ({
  children: { allTests: () => states.map((state) => ({ result: () => ({ state }) })) },
  errors: () => errors,
});

it('counts tests over all files', () => {
  expect(formatCounts([file(['passed', 'passed']), file(['passed'])], 0)).toBe('3 passed, 0 failed');
});

it('counts a file that could not be loaded, and an error of no file, as failed', () => {
  expect(formatCounts([file(['passed', 'failed']), file([], ['no such module'])], 1)).toBe(
    '1 passed, 3 failed',
  );
});

it('tells what was skipped', () => {
  expect(formatCounts([file(['passed', 'skipped'])], 0)).toBe('1 passed, 0 failed, 1 skipped');
});
