/** No route reads more of a request body than its limit, whether the length is declared or not. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendBody } from '../../support/server/raw-request.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

interface Operation {
  readonly 'x-max-body-bytes'?: number;
}

let journey: JourneyServer;
let operations: { readonly method: string; readonly path: string; readonly limit: number | undefined }[];
beforeAll(async () => {
  journey = await startJourneyServer({ MAX_UPLOAD_BYTES: '1000000', WEBHOOK_SECRET: 'a shared secret' });
  const response = await fetch(`${journey.server.url}/v1/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Operation>> };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      limit: operation['x-max-body-bytes'],
    })),
  );
});
afterAll(() => journey.close());

const piece = new Uint8Array(65_536).fill(0x20);
/** Creates a stream of spaces, which JSON ignores, without a declared length. */
function createStream(length: number): ReadableStream<Uint8Array> {
  let remaining = length;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(piece.subarray(0, Math.min(remaining, piece.byteLength)));
      remaining -= piece.byteLength;
      if (remaining <= 0) controller.close();
    },
  });
}

async function send(method: string, path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const response = await fetch(`${journey.server.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  } as RequestInit);
  const text = await response.text();
  return { status: response.status, text };
}
const parseProblem = (text: string): unknown => JSON.parse(text);

describe('a body limit', () => {
  it('is documented for every route', () => {
    expect(operations.length).toBeGreaterThan(40);
    expect(operations.filter(({ limit }) => limit === undefined)).toEqual([]);
    for (const { limit, path } of operations) expect(limit, path).toBeLessThanOrEqual(25_000_000);
  });

  it('rejects a body with one byte more, with and without a declared length', async () => {
    for (const { method, path, limit = 0 } of operations) {
      // `fetch` sends no body with GET and HEAD.
      if (method === 'GET') continue;
      const url = path.replaceAll(/\{\w+\}/g, 'github');
      for (const body of [new Uint8Array(limit + 1).fill(0x20), createStream(limit + 1)]) {
        const { status, text } = await send(method, url, body);
        expect([status, parseProblem(text)], `${method} ${url}`).toMatchObject([
          413,
          { code: 'body_too_large', details: { maxBytes: limit } },
        ]);
      }
    }
  });

  it('accepts a body of exactly the limit', async () => {
    const path = '/v1/repositories/none/search';
    const limit =
      operations.find((operation) => operation.path === '/v1/repositories/{id}/search')?.limit ?? 0;
    const query = '{"query":"harbour"}';
    const whole = query.padEnd(limit, ' ');
    for (const body of [whole, new Blob([whole]).stream()])
      expect(parseProblem((await send('POST', path, body)).text)).toMatchObject({
        code: 'repository_not_found',
      });
  });

  it('is the upload limit for an archive', async () => {
    for (const body of [new Uint8Array(1_000_001), createStream(1_000_001)]) {
      const gzip = { 'content-type': 'application/gzip' };
      const { status, text } = await send('POST', '/v1/repositories?name=large', body, gzip);
      expect([status, parseProblem(text)]).toMatchObject([413, { code: 'upload_too_large' }]);
    }
  });

  it('applies to an unknown route', async () => {
    const { status } = await send('POST', '/v1/none', createStream(2_000_000));
    expect(status).toBe(413);
  });
});

describe('a body', () => {
  it('that the route does not read is ignored if it is short', async () => {
    const { status } = await send('DELETE', '/v1/tokens/github', '{}');
    expect(status).toBe(204);
  });

  it('with a content encoding is rejected', async () => {
    const { status, text } = await send('POST', '/v1/repositories/none/search', 'x', {
      'content-encoding': 'gzip',
    });
    expect([status, parseProblem(text)]).toMatchObject([
      415,
      { code: 'unsupported_media_type', detail: expect.stringContaining('Content-Encoding is "gzip"') },
    ]);
  });

  it('of 60,000 nested arrays is rejected like any invalid body', async () => {
    const { status, text } = await send('POST', '/v1/repositories/none/search', '['.repeat(60_000));
    expect([status, parseProblem(text)]).toMatchObject([400, { code: 'invalid_request' }]);
  });

  it('with 10,000 paths within the limit is rejected for its count', async () => {
    const paths = Array.from({ length: 10_000 }, () => 'a');
    const { status, text } = await send(
      'POST',
      '/v1/repositories/none/search',
      JSON.stringify({ query: 'a', filters: { paths } }),
    );
    expect([status, parseProblem(text)]).toMatchObject([400, { code: 'invalid_request' }]);
  });
});

describe('an error before the body is read', () => {
  const search = '/v1/repositories/none/search';
  const json = { 'content-type': 'application/json' };
  const gzip = { 'content-type': 'application/gzip' };

  it.each([
    [
      'its encoding',
      search,
      { ...json, 'content-encoding': 'gzip' },
      { status: 415, code: 'unsupported_media_type' },
    ],
    [
      'its Origin',
      search,
      { ...json, origin: 'http://evil.example' },
      { status: 403, code: 'forbidden_host' },
    ],
    ['its Host', search, { ...json, host: 'evil.example' }, { status: 403, code: 'forbidden_host' }],
    ['its path', '/v1/none', json, { status: 413, code: 'body_too_large' }],
    ['its size, in chunks', '/v1/repositories?name=large', gzip, { status: 413, code: 'upload_too_large' }],
  ])('for %s reaches the client each time', async (cause, path, headers, { status, code }) => {
    const { port } = journey.server;
    const declaredBytes = cause.endsWith('in chunks') ? undefined : 5_000_000;
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const sentBytes = declaredBytes ?? 8_000_000;
      const answer = await sendBody(port, { path, headers, declaredBytes, sentBytes });
      expect([answer.status, answer.text], `attempt ${attempt}`).toEqual([
        status,
        expect.stringContaining(`"${code}"`),
      ]);
    }
  });

  it.each([
    ['declared, nothing sent', 100_000_000, 0],
    ['declared, one byte sent', 100_000_000, 1],
    ['in chunks', undefined, 72_000],
  ])('does not wait for a stalled body: %s', async (_case, declaredBytes, sentBytes) => {
    const startedAt = Date.now();
    const stalled = { path: search, headers: json, declaredBytes, sentBytes, isStalled: true };
    expect(await sendBody(journey.server.port, stalled)).toMatchObject({
      status: 413,
      text: expect.stringContaining('"body_too_large"') as string,
    });
    expect(Date.now() - startedAt).toBeLessThan(10_000);
  });
});
