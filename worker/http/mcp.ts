/**
 * Binds `/mcp`. A tool calls the routes of the API inside the Worker with the headers of its request, so permissions and limits are those of
 * the API. Such a call is counted once, as the request to `/mcp`.
 */

import type { Context as HonoContext } from 'hono';
import { createClient } from '../contract/client.ts';
import { AppError } from '../core/errors.ts';
import type { App, Context } from './context.ts';
import { publicOrigin } from './page-head/public-origin.ts';
import { readExecutionContext } from './request/execution-context.ts';
import { markInnerRequest } from './request/inner-requests.ts';

/** Describe the body and the protocol of the outer request. */
const outerHeaders = /^(?:accept|content-|transfer-encoding$|mcp-|last-event-id$|if-|idempotency-key$)/i;

export function bindMcp(app: App): void {
  app.all('/mcp', async (context) => {
    // A person who opens the address in a browser wants to know what to do with it.
    if (isPageView(context)) return context.redirect('/docs/mcp');
    if (context.req.method === 'POST') await refuseBatch(context.req.raw);
    const { serveMcp } = await import('../mcp/serve-mcp.ts');
    const baseUrl = new URL(context.req.url).origin;
    const client = createClient({ baseUrl, fetch: createInnerFetch(app, context) });
    const facts = context.get('facts');
    const origin = publicOrigin(context.req, facts);
    const response = await serveMcp(context.req.raw, { client, origin }, facts.version);
    // A response that the context did not create would lack its headers, such as the id of the request.
    return context.newResponse(response.body, response);
  });
}

function isPageView({ req }: HonoContext<Context>): boolean {
  return req.method === 'GET' && req.header('accept')?.includes('text/html') === true;
}

/** A batch would run up to 100 calls, which count as one request. Newer versions of the protocol have no batches. */
async function refuseBatch(request: Request): Promise<void> {
  if (!/^\s*\[/.test(await request.clone().text())) return;
  throw new AppError(
    'invalid_request',
    'The body is a JSON-RPC batch, which this server does not accept. Send each message in its own request.',
  );
}

function createInnerFetch(app: App, context: HonoContext<Context>): typeof fetch {
  const inherited = [...context.req.raw.headers].filter(([name]) => !outerHeaders.test(name));
  return async (address, init) => {
    const headers = new Headers(inherited);
    new Headers(init?.headers).forEach((value, name) => headers.set(name, value));
    const request = new Request(address, { ...init, headers, signal: context.req.raw.signal });
    markInnerRequest(request);
    return app.fetch(request, context.env, readExecutionContext(context));
  };
}
