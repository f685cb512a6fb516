import { expect, it, vi } from 'vitest';
import { AppError } from '../../../worker/core/errors.ts';
import { describeProblem } from '../../../worker/mcp/describe-problem.ts';

it('describes an expected error with what to do', () => {
  expect(describeProblem(new AppError('invalid_request', 'Set `link` or `path`.'))).toMatch(
    /\(invalid_request\)\. Set `link` or `path`\. \S/,
  );
});

it('logs an unexpected error and reveals nothing of it', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const text = describeProblem(new Error('secret of the server'));
  expect(text).toContain('(internal)');
  expect(text).not.toContain('secret');
  expect(log.mock.calls.flat().join()).toContain('secret of the server');
  vi.restoreAllMocks();
});
