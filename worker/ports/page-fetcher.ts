/**
 * Fetches an address on the public web. Rejects private, loopback, link-local and metadata addresses and non-default ports, in every
 * notation and after every redirect. Size limits apply before a response is buffered.
 */

export interface PageRequest {
  readonly url: string;
  readonly etag?: string | undefined;
  /** An HTTP date. */
  readonly lastModified?: string | undefined;
  readonly maxBytes: number;
  /** Accepts any content type, and truncates a body over `maxBytes` instead of failing; used for robots.txt. */
  readonly acceptsAnyType?: boolean | undefined;
  /** Called with the address and every redirect target before the request. */
  readonly isAllowed?: ((url: string) => boolean) | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** The outcome as a value, not an exception, so that a crawl can continue. */
export type PageResponse =
  | {
      readonly outcome: 'fetched';
      /** After redirects. */
      readonly url: string;
      readonly status: number;
      readonly contentType: string;
      readonly bytes: Uint8Array;
      readonly etag: string | undefined;
      readonly lastModified: string | undefined;
      /** The `x-robots-tag` and `link` headers, joined by commas as HTTP does. */
      readonly robots: string;
      readonly link: string;
    }
  | { readonly outcome: 'unchanged'; readonly url: string }
  | {
      readonly outcome: 'failed';
      readonly url: string;
      readonly reason:
        | 'address-refused'
        /** `isAllowed` returned false. */
        | 'robots'
        | 'redirected-away'
        | 'too-many-redirects'
        | 'status'
        | 'too-large'
        /** Unsupported content type. */
        | 'not-a-page'
        | 'timed-out'
        | 'unreachable';
      /** A sentence for the user. */
      readonly detail: string;
      readonly status: number | undefined;
      /** Milliseconds to wait, from a 429 or 503 response. */
      readonly retryAfterMs: number | undefined;
      /** Redirect target on another site, which was not requested. */
      readonly leadsTo?: { readonly url: string; readonly isForGood: boolean } | undefined;
    };

export interface PageFetcher {
  /** The crawler's name in requests and in robots.txt. */
  readonly userAgent: string;
  /** Why an address is not allowed, as the end of a sentence; undefined if it is. Checks only the address itself. */
  explainRefusal(url: string): string | undefined;
  get(request: PageRequest): Promise<PageResponse>;
}
