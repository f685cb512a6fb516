/**
 * Fetches web pages. It follows redirects itself, so that every address is checked before it is requested. One timeout covers all redirects and the
 * body, and the size limit applies to decompressed bytes.
 */

import type { PageFetcher, PageRequest, PageResponse } from '../../ports/page-fetcher.ts';
import { readBounded } from './read-bounded.ts';
import {
  isAllowedLoopback,
  isPublicIp,
  explainRefusedAddress,
  explainRefusedInput,
  type AddressRules,
} from './refused-address.ts';
import type { ResolveName } from './resolve-name.ts';

interface PageFetcherOptions extends AddressRules {
  readonly fetch: typeof globalThis.fetch;
  readonly resolve: ResolveName;
  readonly userAgent: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const permanentRedirects: ReadonlySet<number> = new Set([301, 308]);
/** Matches the content types of pages, lists of pages and crawler rules. No other type is read. */
const acceptedTypes =
  /^(?:text\/(?:html|plain|markdown|x-markdown|xml)|application\/(?:xhtml\+xml|xml|rss\+xml|atom\+xml|rdf\+xml|gzip|x-gzip|octet-stream))$/;
/** Matches types that are accepted only for lists of pages, because servers often send lists with them. */
const listTypes = /^application\/(?:gzip|x-gzip|octet-stream)$/;

type FailedResponse = Extract<PageResponse, { outcome: 'failed' }>;
type FailureReason = FailedResponse['reason'];

export function createPageFetcher(options: PageFetcherOptions): PageFetcher {
  return {
    userAgent: options.userAgent,
    explainRefusal: (url) => explainRefusedInput(url, options),
    async get(request) {
      const signal = AbortSignal.any([
        AbortSignal.timeout(request.timeoutMs),
        ...(request.signal === undefined ? [] : [request.signal]),
      ]);
      try {
        return await followRedirects(options, request, signal);
      } catch (thrown) {
        if (request.signal?.aborted === true) throw thrown;
        if (signal.aborted)
          return createFailure(
            request.url,
            'timed-out',
            `The server did not respond completely within ${request.timeoutMs} ms.`,
          );
        return createFailure(
          request.url,
          'unreachable',
          `It could not be reached: ${describeError(thrown)}.`,
        );
      }
    },
  };
}

async function followRedirects(
  options: PageFetcherOptions,
  request: PageRequest,
  signal: AbortSignal,
): Promise<PageResponse> {
  let url = request.url;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    if (request.isAllowed?.(url) === false)
      return createFailure(url, 'robots', 'The robots.txt of the site does not allow it.');
    const failure = await refuseRequest(options, url, signal);
    if (failure !== undefined) return failure;
    const response = await options.fetch(url, {
      headers: createHeaders(options, request),
      redirect: 'manual',
      signal,
    });
    const location = response.headers.get('location');
    if (!redirects.has(response.status) || location === null)
      return readResponse(options, { request, url, response });
    await response.body?.cancel();
    const next = nextHop(options, { request, url, location, status: response.status });
    if (typeof next !== 'string') return next;
    url = next;
  }
  return createFailure(url, 'too-many-redirects', `It redirects more than ${maxRedirects} times.`);
}

interface Hop {
  readonly request: PageRequest;
  readonly url: string;
  readonly location: string;
  readonly status: number;
}

function nextHop(
  options: PageFetcherOptions,
  { request, url, location, status }: Hop,
): string | FailedResponse {
  if (!URL.canParse(location, url))
    return createFailure(url, 'address-refused', 'It redirects to an invalid address.', status);
  const next = new URL(location, url);
  next.hash = '';
  const refusal = explainRefusedAddress(next.href, options);
  if (refusal !== undefined)
    return createFailure(
      url,
      'address-refused',
      `It redirects to an address that is not allowed: ${refusal}.`,
    );
  if (isSameSite(new URL(request.url), next)) return next.href;
  const detail = `It redirects to ${next.href.slice(0, 300)}.`;
  return {
    ...createFailure(url, 'redirected-away', detail, status),
    leadsTo: { url: next.href, isForGood: permanentRedirects.has(status) },
  };
}

async function refuseRequest(
  options: PageFetcherOptions,
  url: string,
  signal: AbortSignal,
): Promise<FailedResponse | undefined> {
  const refusal = explainRefusedAddress(url, options);
  if (refusal !== undefined)
    return createFailure(url, 'address-refused', `The address is not allowed: ${refusal}.`);
  const parsed = new URL(url);
  const name = parsed.hostname.replace(/\.+$/, '').replace(/^\[|\]$/g, '');
  if (isAllowedLoopback(parsed, options.loopbackHosts) || isPublicIp(name)) return undefined;
  const addresses = await options.resolve(name, signal);
  if (addresses.length === 0) return createFailure(url, 'unreachable', `There is no host ${name}.`);
  const privateAddress = addresses.find((address) => !isPublicIp(address));
  return privateAddress === undefined
    ? undefined
    : createFailure(
        url,
        'address-refused',
        `The address is not allowed: ${name} resolves to ${privateAddress}, which is not a public address.`,
      );
}

function createHeaders({ userAgent }: PageFetcherOptions, { etag, lastModified }: PageRequest): Headers {
  const headers = new Headers({
    'user-agent': userAgent,
    accept: 'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8,*/*;q=0.1',
  });
  if (etag !== undefined) headers.set('if-none-match', etag);
  if (lastModified !== undefined) headers.set('if-modified-since', lastModified);
  return headers;
}

/** Whether both URLs have the same host, ignoring `www.`, and the same scheme or a change from http to https. */
function isSameSite(from: URL, to: URL): boolean {
  return bareHost(from) === bareHost(to) && (from.protocol === to.protocol || to.protocol === 'https:');
}

/** Returns the host that identifies a site, without `www.`. */
export function bareHost({ host }: URL): string {
  return host.replace(/^www\./, '').replace(/\.$/, '');
}

async function readResponse(
  options: PageFetcherOptions,
  { request, url, response }: { request: PageRequest; url: string; response: Response },
): Promise<PageResponse> {
  const { headers, status } = response;
  if (status === 304) return { outcome: 'unchanged', url };
  const failure = refuseResponse(request, url, response);
  if (failure !== undefined) {
    await response.body?.cancel();
    const waitMs = retryAfterMs(headers.get('retry-after'), options.now());
    return { ...failure, retryAfterMs: status === 429 || status === 503 ? waitMs : undefined };
  }
  const bytes = await readBounded(response.body, request.maxBytes, {
    shouldTruncate: request.acceptsAnyType === true,
  });
  if (bytes === undefined)
    return createFailure(url, 'too-large', `It is larger than ${request.maxBytes} bytes.`, status);
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

function refuseResponse(
  { maxBytes, acceptsAnyType }: PageRequest,
  url: string,
  { ok, status, headers }: Response,
) {
  if (!ok) return createFailure(url, 'status', `The server answered ${status}.`, status);
  if (acceptsAnyType === true) return undefined;
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!isAccepted(type, url))
    return createFailure(url, 'not-a-page', `It is of type ${type.slice(0, 100)}.`, status);
  const declared = Number(headers.get('content-length') ?? 0);
  return declared > maxBytes
    ? createFailure(url, 'too-large', `It has ${declared} bytes; the limit is ${maxBytes}.`, status)
    : undefined;
}

/** Whether a content type is accepted. For types that servers use for many files, the address decides. */
function isAccepted(type: string, url: string): boolean {
  if (listTypes.test(type)) return /\.(?:xml|gz|txt|md)$/i.test(new URL(url).pathname);
  return type === '' || acceptedTypes.test(type);
}

function createFailure(url: string, reason: FailureReason, detail: string, status?: number): FailedResponse {
  return { outcome: 'failed', url, reason, detail, status, retryAfterMs: undefined };
}

function describeError(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  // The runtime's message for a failed connection is not helpful.
  if (/^internal error\b/i.test(message)) return 'no connection could be made to it or to the DNS resolver';
  return message.slice(0, 200).replace(/\.$/, '');
}

/**
 * @param header `Retry-After`: seconds or an HTTP date (RFC 9110, 10.2.3)
 * @returns milliseconds to wait; undefined for a missing or invalid header
 */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const timestamp = text === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(timestamp) ? undefined : Math.max(0, timestamp - nowMs);
}
