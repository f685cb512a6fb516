/** `toAppError` converts every thrown value to an AppError with a code. */
import { describe, expect, it } from 'vitest';
import { AppError, toAppError, type ErrorCode } from '../../../worker/core/errors.ts';

describe('AppError', () => {
  it.each([
    ['invalid_request', 400, false],
    ['forbidden_host', 403, false],
    ['not_ready', 409, false],
    ['archive_bomb', 422, false],
    ['storage_unavailable', 503, true],
    ['internal', 500, false],
  ] satisfies [ErrorCode, number, boolean][])('%s has status %i', (code, status, retryable) => {
    const error = new AppError(code, 'What was found.', { details: { limit: 3 } });
    expect(error).toMatchObject({ name: 'AppError', code, status, retryable, message: 'What was found.' });
    expect(error.details).toEqual({ limit: 3 });
    expect(error.title).not.toBe('');
    expect(error.fix).toMatch(/\.$/);
  });
});

describe('toAppError', () => {
  it('returns an AppError unchanged', () => {
    const error = new AppError('not_ready', 'Wait.');
    expect(toAppError(error)).toBe(error);
  });

  it.each([
    ['an error', new TypeError('x is undefined'), 'x is undefined'],
    ['a string', 'no', 'no'],
    ['nothing', undefined, 'undefined'],
  ])('converts %s to `internal` with the original as the cause', (_, thrown, message) => {
    expect(toAppError(thrown)).toMatchObject({ code: 'internal', message, cause: thrown });
  });
});
