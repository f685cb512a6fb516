/** Keeps responses out of caches that several people share, because almost every response of the API depends on who asks. */

import type { Context as HonoContext } from 'hono';
import type { Context } from '../context.ts';

/** The headers of a request that state who sends it. */
const credentialHeaders = 'authorization, cookie, origin';

/** @param context of an answered request to the API. A route that states `public` sends the same to everyone. */
export function writeCacheHeaders(context: HonoContext<Context>): void {
  if (!context.req.path.startsWith('/v1/')) return;
  const stated = context.res.headers.get('cache-control') ?? '';
  if (/\bpublic\b/.test(stated)) return;
  if (!/\b(?:private|no-store)\b/.test(stated)) context.header('cache-control', 'private, no-cache');
  context.header('vary', credentialHeaders, { append: true });
}
