/**
 * Lets web pages of other sites call the API with a publishable key. Such a request carries no cookie, and its Origin must be one that the
 * key lists; every other request of another site is refused.
 */

import type { Context as HonoContext } from 'hono';
import type { Context } from '../context.ts';

interface SentRequest {
  readonly method: string;
  readonly path: string;
  header(name: string): string | undefined;
}

const preflightSeconds = 600;
const requestHeaders =
  'authorization, content-type, accept, last-event-id, if-none-match, idempotency-key, mcp-protocol-version, mcp-method, mcp-name';
const responseHeaders =
  'ratelimit, ratelimit-policy, retry-after, x-request-id, etag, idempotency-replayed, deprecation, sunset, link';

export function hasPublishableKey(request: Pick<SentRequest, 'header'>): boolean {
  return /^Bearer +wfp_/i.test(request.header('authorization') ?? '');
}

/** A browser asks before it sends a request with a key. The answer reveals nothing, because the key is checked with the request. */
export function isPreflight(request: SentRequest): boolean {
  return (
    request.method === 'OPTIONS' &&
    (request.path.startsWith('/v1/') || request.path === '/mcp') &&
    request.header('access-control-request-method') !== undefined
  );
}

export function answerPreflight(request: Pick<SentRequest, 'header'>): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': request.header('origin') ?? '',
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': requestHeaders,
      'access-control-max-age': String(preflightSeconds),
      vary: 'origin',
    },
  });
}

/** Lets the page read the response, also one that says why the request was refused. */
export function allowOrigin(context: HonoContext<Context>): void {
  const origin = context.req.header('origin');
  if (origin === undefined || !hasPublishableKey(context.req)) return;
  context.header('access-control-allow-origin', origin);
  context.header('access-control-expose-headers', responseHeaders);
}
