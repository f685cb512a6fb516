/**
 * Gets one address of the open web. Private, loopback, link-local, metadata and odd-port addresses are refused, in every spelling and
 * after every redirect; what a server sends is held to the caps before it is held in memory.
 */

export interface PageRequest {
  readonly url: string;
  readonly etag?: string | undefined;
  /** An HTTP date. */
  readonly lastModified?: string | undefined;
  readonly maxBytes: number;
  /** Takes what comes of whatever type, and of more bytes the first: rules for crawlers are read so. */
  readonly takesAny?: boolean | undefined;
  /** Asked of the address and of every one it redirects to: what is not allowed is not asked. */
  readonly isAllowed?: ((url: string) => boolean) | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** What came of it; everything but an address that may not be asked is a value, since a crawl goes on. */
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
        /** By `isAllowed`. */
        | 'robots'
        | 'redirected-away'
        | 'too-many-redirects'
        | 'status'
        | 'too-large'
        /** Its type is none that is read. */
        | 'not-a-page'
        | 'timed-out'
        | 'unreachable';
      /** A sentence for a person. */
      readonly detail: string;
      readonly status: number | undefined;
      /** Milliseconds the server asks to wait, of a 429 or 503. */
      readonly retryAfterMs: number | undefined;
      /** Where another site was led to, which was not asked. */
      readonly leadsTo?: { readonly url: string; readonly isForGood: boolean } | undefined;
    };

export interface PageFetcher {
  /** How the crawler names itself, and is named in robots.txt. */
  readonly userAgent: string;
  /** Why an address is not asked, by its spelling alone, as the end of a sentence; undefined where it may be. */
  refusal(url: string): string | undefined;
  get(request: PageRequest): Promise<PageResponse>;
}
