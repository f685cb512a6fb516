/** Answers a conditional request with 304 if the client has the same content. */

import { sha256 } from '../../core/text/hash.ts';

/** In hexadecimal digits. */
export const etagLength = 32;

export interface Content {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
}

/** @param ifNoneMatch the header of the request */
export async function answerWithEtag(
  { body, headers }: Content,
  ifNoneMatch: string | undefined,
): Promise<Response> {
  const etag = `"${(await sha256(body)).slice(0, etagLength)}"`;
  const sent = new Headers(headers);
  sent.delete('content-length');
  sent.set('etag', etag);
  return matchesEtag(ifNoneMatch, etag)
    ? new Response(null, { status: 304, headers: sent })
    : new Response(body, { headers: sent });
}

/** A proxy that compresses the body marks the ETag as weak, which makes no difference here (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const known = ifNoneMatch.split(',').map((item) => item.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(etag);
}
