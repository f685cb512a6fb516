/**
 * Binds `/mcp`. A tool calls the routes of the API inside the Worker with the headers of its request, so permissions and limits are those of
 * the API. Such a call is counted once, as the request to `/mcp`.
 */

import type { Context as HonoContext } from 'hono';
import { createClient } from '../contract/client.ts';
import type { App, Context } from './context.ts';
import { markInnerRequest } from './request/inner-requests.ts';

/** Describe the body and the protocol of the outer request. */
const outerHeaders = /^(?:accept|content-|transfer-encoding$|mcp-|last-event-id$|if-|idempotency-key$)/i;

export function bindMcp(app: App): void {
  app.all('/mcp', async (context) => {
    // A person who opens the address in a browser wants to know what to do with it.
    if (context.req.header('accept')?.includes('text/html') === true) return context.redirect('/docs/mcp');
    const { serveMcp } = await import('../mcp/serve-mcp.ts');
    const { origin } = new URL(context.req.url);
    const client = createClient({ baseUrl: origin, fetch: createInnerFetch(app, context) });
    return serveMcp(context.req.raw, { client, origin }, context.get('facts').version);
  });
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

/** Outside a Worker, such as in a test of the app alone, there is none. */
function readExecutionContext(context: HonoContext<Context>) {
  try {
    return context.executionCtx;
  } catch {
    return undefined;
  }
}
