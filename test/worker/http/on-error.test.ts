/** Every error becomes problem details; unexpected errors do not reveal their content. */
import { HTTPException } from 'hono/http-exception';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemSchema } from '../../../worker/contract/problem.ts';
import { AppError } from '../../../worker/core/errors.ts';
import { onError } from '../../../worker/http/on-error.ts';

const context = {
  req: { method: 'GET', path: '/v1/repositories', header: () => undefined },
  get: () => 'request-1',
};
let logged: string[] = [];

beforeEach(() => {
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => void logged.push(line));
});
afterEach(() => vi.restoreAllMocks());

async function toProblem(thrown: Error) {
  const response = onError(thrown, context);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('x-request-id')).toBe('request-1');
  const problem = problemSchema.parse(await response.json());
  expect(problem.status).toBe(response.status);
  return problem;
}

describe('an error with a code', () => {
  it('becomes a problem with detail and fix', async () => {
    const error = new AppError('version_not_found', 'Version "v9" is not indexed.', {
      details: { available: [] },
    });
    expect(await toProblem(error)).toEqual({
      type: 'https://wherefore.dev/problems/version_not_found',
      title: error.title,
      status: 404,
      detail: 'Version "v9" is not indexed.',
      code: 'version_not_found',
      fix: error.fix,
      requestId: 'request-1',
      details: { available: [] },
    });
    expect(logged).toEqual([]);
  });

  it('has no `details` if the error has none', async () => {
    expect(await toProblem(new AppError('not_ready', 'Wait.'))).not.toHaveProperty('details');
  });

  it('is logged if it is a server error', async () => {
    expect(await toProblem(new AppError('storage_unavailable', 'D1 is away.'))).toMatchObject({
      status: 503,
    });
    expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        event: 'request failed',
        requestId: 'request-1',
        method: 'GET',
        path: '/v1/repositories',
        message: 'D1 is away.',
      },
    ]);
  });
});

describe('an unexpected error', () => {
  it.each([
    ['a bug', new TypeError('x.secret is not a function')],
    ['a database error', new Error('D1_ERROR: near "secret": syntax error')],
    [
      'ours, with details',
      new AppError('internal', 'the pack secret is gone', { details: { key: 'secret' } }),
    ],
  ])('%s is logged in full and sent without its content', async (_, thrown) => {
    const problem = await toProblem(thrown);
    expect(problem).toMatchObject({ status: 500, code: 'internal' });
    expect(JSON.stringify(problem)).not.toContain('secret');
    expect(logged.join()).toContain('secret');
    expect(logged.join()).toContain('stack');
  });
});

describe('a framework error', () => {
  it('for invalid JSON is a 400', async () => {
    const problem = await toProblem(new HTTPException(400, { message: 'Malformed JSON in request body' }));
    expect(problem).toMatchObject({
      status: 400,
      code: 'invalid_request',
      detail: 'Malformed JSON in request body.',
    });
    expect(logged).toEqual([]);
  });
});

describe('a disconnected client', () => {
  const posting = { ...context, req: { ...context.req, method: 'POST' } };
  const gone = { ...context, req: { ...context.req, raw: { signal: AbortSignal.abort() } } };

  it.each([
    ['while sending the body', new Error('Network connection lost.'), posting],
    ['during the response', new TypeError('The stream was cancelled'), gone],
  ])('%s is not a server error', async (_, thrown, where) => {
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const problem = problemSchema.parse(await onError(thrown, where).json());
    expect(problem).toMatchObject({ status: 499, code: 'client_closed_request' });
    expect(logged).toEqual([]);
  });

  it('is not assumed if another connection is lost', async () => {
    expect(await toProblem(new Error('Network connection lost.'))).toMatchObject({ status: 500 });
    expect(logged).toHaveLength(1);
  });

  it('does not hide an error of the request', async () => {
    const refused = onError(new AppError('archive_invalid', 'The archive is empty.'), gone);
    expect(refused.status).toBe(422);
  });
});
