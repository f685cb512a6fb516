/**
 * Adds an `ETag` to what reads, and answers 304 if the client has the same content. The tag is that of the body which this viewer may see.
 * It is weak: the time that the server took is no part of it.
 */

import type { Context as HonoContext } from 'hono';
import { sha256 } from '../../core/text/hash.ts';
import type { Context } from '../context.ts';
import { etagLength, matchesEtag } from '../page-head/answer-with-etag.ts';
import { isInnerRequest } from './inner-requests.ts';

/** A larger body would take longer to hash than to send again. */
const maxBytes = 1_048_576;
const taggedTypes = /^(?:application\/json|text\/(?!event-stream))/;
/** In a JSON text of a field, the quotes would be escaped. */
const measuredTime = /"totalMs":[\d.]+/g;

export async function writeEntityTag(context: HonoContext<Context>): Promise<void> {
  const { req, res } = context;
  const type = res.headers.get('content-type') ?? '';
  if (req.method !== 'GET' || res.status !== 200 || !req.path.startsWith('/v1/')) return;
  if (res.headers.has('etag') || !taggedTypes.test(type) || isInnerRequest(req.raw)) return;
  const body = new Uint8Array(await res.arrayBuffer());
  const headers = new Headers(res.headers);
  if (body.byteLength > maxBytes) {
    context.res = new Response(body, { headers });
    return;
  }
  const tag = `"${(await sha256(removeMeasuredTime(body, type))).slice(0, etagLength)}"`;
  headers.set('etag', `W/${tag}`);
  const isKnown = matchesEtag(req.header('if-none-match'), tag);
  context.res = isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
}

function removeMeasuredTime(body: Uint8Array, type: string): Uint8Array | string {
  if (!type.startsWith('application/json')) return body;
  return new TextDecoder().decode(body).replaceAll(measuredTime, '');
}
