/** An error code that the contract does not list for its route is found, so that a test which causes it fails. */

import { afterEach, expect, it, vi } from 'vitest';
import { onError } from '../../../worker/http/on-error.ts';
import { AppError } from '../../../worker/core/errors.ts';
import { findUndeclared } from './fail-on-undeclared-response.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  ['not_ready', 0],
  ['share_not_found', 1],
] as const)('%s is logged %d times for a route that declares not_ready', (code, count) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onError(new AppError(code, 'Something happened.'), {
    req: { method: 'GET', path: '/v1/x', header: () => undefined },
    get: () => 'request-1',
    var: { route: { name: 'GET /v1/x', errors: ['not_ready'] } },
  });
  expect(log.mock.calls.filter(([line]) => String(line).includes('undeclared problem'))).toHaveLength(count);
});

it('an undeclared code of a response is found by method and path', () => {
  const path = '/v1/repositories/r1/files/src/a.ts';
  expect(findUndeclared('GET', path, 'file_not_found')).toBeUndefined();
  expect(findUndeclared('GET', path, 'share_not_found')).toBe('share_not_found');
  expect(findUndeclared('GET', '/v1/nothing', 'route_not_found')).toBeUndefined();
});
