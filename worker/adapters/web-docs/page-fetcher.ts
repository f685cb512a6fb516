/**
 * Gets pages of the web. Redirects are followed by hand, so that every hop is judged before it is asked; one time-out holds for all
 * hops and the body together; bytes are counted as they come out of decompression, and the rest is never read.
 */

import type { PageFetcher, PageRequest, PageResponse } from '../../ports/page-fetcher.ts';
import { readBounded } from './read-bounded.ts';
import {
  isLetThrough,
  isPublicIp,
  refusedAddress,
  refusedPaste,
  type AddressRules,
} from './refused-address.ts';
import type { ResolveName } from './resolve-name.ts';

interface PageFetcherParts extends AddressRules {
  readonly fetch: typeof globalThis.fetch;
  readonly resolve: ResolveName;
  readonly userAgent: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Redirects that say the address is another from now on. */
const forGood: ReadonlySet<number> = new Set([301, 308]);
/** What pages, lists of pages and rules for crawlers come as; nothing else is read. */
const readTypes =
  /^(?:text\/(?:html|plain|markdown|x-markdown|xml)|application\/(?:xhtml\+xml|xml|rss\+xml|atom\+xml|rdf\+xml|gzip|x-gzip|octet-stream))$/;
/** Bytes of no type are taken for lists alone, which are often sent so; see `isRead`. */
const listOnly = /^application\/(?:gzip|x-gzip|octet-stream)$/;

type Failed = Extract<PageResponse, { outcome: 'failed' }>;
type FailedReason = Failed['reason'];

export function createPageFetcher(parts: PageFetcherParts): PageFetcher {
  return {
    userAgent: parts.userAgent,
    refusal: (url) => refusedPaste(url, parts),
    async get(request) {
      const signal = AbortSignal.any([
        AbortSignal.timeout(request.timeoutMs),
        ...(request.signal === undefined ? [] : [request.signal]),
      ]);
      try {
        return await follow(parts, request, signal);
      } catch (thrown) {
        if (request.signal?.aborted === true) throw thrown;
        if (signal.aborted)
          return failed(
            request.url,
            'timed-out',
            `There was no whole answer within ${request.timeoutMs} ms.`,
          );
        return failed(request.url, 'unreachable', `It could not be reached: ${messageOf(thrown)}.`);
      }
    },
  };
}

async function follow(
  parts: PageFetcherParts,
  request: PageRequest,
  signal: AbortSignal,
): Promise<PageResponse> {
  let url = request.url;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    if (request.isAllowed?.(url) === false)
      return failed(url, 'robots', 'The robots.txt of the site does not allow it.');
    const refused = await refuse(parts, url, signal);
    if (refused !== undefined) return refused;
    const response = await parts.fetch(url, {
      headers: headersOf(parts, request),
      redirect: 'manual',
      signal,
    });
    const location = response.headers.get('location');
    if (!redirects.has(response.status) || location === null)
      return answer(parts, { request, url, response });
    await response.body?.cancel();
    const next = nextHop(parts, { request, url, location, status: response.status });
    if (typeof next !== 'string') return next;
    url = next;
  }
  return failed(url, 'too-many-redirects', `It redirects more than ${maxRedirects} times.`);
}

interface Hop {
  readonly request: PageRequest;
  readonly url: string;
  readonly location: string;
  readonly status: number;
}

function nextHop(parts: PageFetcherParts, { request, url, location, status }: Hop): string | Failed {
  if (!URL.canParse(location, url))
    return failed(url, 'address-refused', 'It redirects to what is no address.', status);
  const next = new URL(location, url);
  next.hash = '';
  const inside = refusedAddress(next.href, parts);
  if (inside !== undefined)
    return failed(url, 'address-refused', `It redirects to an address that is not asked: ${inside}.`);
  if (isSameSite(new URL(request.url), next)) return next.href;
  const detail = `It redirects to ${next.href.slice(0, 300)}.`;
  return {
    ...failed(url, 'redirected-away', detail, status),
    leadsTo: { url: next.href, isForGood: forGood.has(status) },
  };
}

async function refuse(
  parts: PageFetcherParts,
  url: string,
  signal: AbortSignal,
): Promise<Failed | undefined> {
  const spelling = refusedAddress(url, parts);
  if (spelling !== undefined) return failed(url, 'address-refused', `It is not asked: ${spelling}.`);
  const parsed = new URL(url);
  const name = parsed.hostname.replace(/\.+$/, '').replace(/^\[|\]$/g, '');
  if (isLetThrough(parsed, parts.loopbackHosts) || isPublicIp(name)) return undefined;
  const addresses = await parts.resolve(name, signal);
  if (addresses.length === 0) return failed(url, 'unreachable', `There is no host ${name}.`);
  const inner = addresses.find((address) => !isPublicIp(address));
  return inner === undefined
    ? undefined
    : failed(
        url,
        'address-refused',
        `It is not asked: ${name} leads to ${inner}, which is no public address.`,
      );
}

function headersOf({ userAgent }: PageFetcherParts, { etag, lastModified }: PageRequest): Headers {
  const headers = new Headers({
    'user-agent': userAgent,
    accept: 'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8,*/*;q=0.1',
  });
  if (etag !== undefined) headers.set('if-none-match', etag);
  if (lastModified !== undefined) headers.set('if-modified-since', lastModified);
  return headers;
}

/** The same host but for `www.`, by the same scheme or from http to https. */
function isSameSite(from: URL, to: URL): boolean {
  return bareHost(from) === bareHost(to) && (from.protocol === to.protocol || to.protocol === 'https:');
}

/** What names a site: `www.` is none of it. */
export function bareHost({ host }: URL): string {
  return host.replace(/^www\./, '').replace(/\.$/, '');
}

async function answer(
  parts: PageFetcherParts,
  { request, url, response }: { request: PageRequest; url: string; response: Response },
): Promise<PageResponse> {
  const { headers, status } = response;
  if (status === 304) return { outcome: 'unchanged', url };
  const refused = refuseAnswer(request, url, response);
  if (refused !== undefined) {
    await response.body?.cancel();
    const waitMs = retryAfterMs(headers.get('retry-after'), parts.now());
    return { ...refused, retryAfterMs: status === 429 || status === 503 ? waitMs : undefined };
  }
  const bytes = await readBounded(response.body, request.maxBytes, { isCut: request.takesAny === true });
  if (bytes === undefined)
    return failed(url, 'too-large', `It is larger than ${request.maxBytes} bytes.`, status);
  return {
    outcome: 'fetched',
    url,
    status,
    contentType: headers.get('content-type') ?? '',
    bytes,
    etag: headers.get('etag') ?? undefined,
    lastModified: headers.get('last-modified') ?? undefined,
    robots: headers.get('x-robots-tag') ?? '',
    link: headers.get('link') ?? '',
  };
}

function refuseAnswer({ maxBytes, takesAny }: PageRequest, url: string, { ok, status, headers }: Response) {
  if (!ok) return failed(url, 'status', `The server answered ${status}.`, status);
  if (takesAny === true) return undefined;
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!isRead(type, url)) return failed(url, 'not-a-page', `It is of type ${type.slice(0, 100)}.`, status);
  const declared = Number(headers.get('content-length') ?? 0);
  return declared > maxBytes
    ? failed(url, 'too-large', `It has ${declared} bytes; ${maxBytes} are read.`, status)
    : undefined;
}

/** A server that tells no type is believed to send what the address looks like. */
function isRead(type: string, url: string): boolean {
  if (listOnly.test(type)) return /\.(?:xml|gz|txt|md)$/i.test(new URL(url).pathname);
  return type === '' || readTypes.test(type);
}

function failed(url: string, reason: FailedReason, detail: string, status?: number): Failed {
  return { outcome: 'failed', url, reason, detail, status, retryAfterMs: undefined };
}

function messageOf(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  // What the runtime says of a connection it could not make tells nobody anything.
  if (/^internal error\b/i.test(message))
    return 'no connection could be made to it, or to what resolves its name';
  return message.slice(0, 200).replace(/\.$/, '');
}

export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = text === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
