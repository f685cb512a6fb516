/** Parses web pages, robots.txt files, and lists of pages. The size of the input bounds time and memory. */

export interface WebPage {
  readonly title: string;
  readonly description: string;
  /** GitHub-flavored Markdown of the main content, without navigation, header and footer. Code samples keep their language and file name. */
  readonly markdown: string;
  /** Absolute addresses without fragments, in page order. */
  readonly links: readonly string[];
  /** The page's canonical address. */
  readonly canonical: string | undefined;
  /** False for `noindex` and `nofollow` in the page's robots directives. */
  readonly isIndexable: boolean;
  readonly isFollowable: boolean;
  readonly language: string | undefined;
  /** Target of an immediate `meta http-equiv=refresh`. */
  readonly redirectsTo: string | undefined;
  /** Other forms of the page (`rel=alternate` with a Markdown type). */
  readonly markdownUrl: string | undefined;
  /** Whether its headings have fragments, so that they can be linked to. */
  readonly hasFragments: boolean;
  /** The page is too large, and its end was omitted. */
  readonly isCut: boolean;
  /** Addresses of the page's RSS and Atom feeds. */
  readonly feeds: readonly string[];
}

export interface SiteRules {
  /** Whether robots.txt allows the address. */
  isAllowed(url: string): boolean;
  /** Maximum cost of a check: steps per character of an address, at about a hundred million steps a second. */
  readonly cost: number;
  /** Delay between two requests. */
  readonly delayMs: number;
  readonly sitemaps: readonly string[];
}

/** Addresses of pages, and of further lists. */
export interface PageList {
  readonly pages: readonly { readonly url: string; readonly changedAt: string | undefined }[];
  readonly lists: readonly string[];
}

export interface PageReader {
  /** @returns undefined for an unsupported content type */
  page(source: {
    readonly url: string;
    readonly contentType: string;
    readonly bytes: Uint8Array;
  }): WebPage | undefined;
  robots(source: { readonly url: string; readonly text: string; readonly userAgent: string }): SiteRules;
  /** Parses a sitemap, sitemap index, RSS or Atom feed, or llms.txt, plain or gzipped; undefined for anything else. */
  list(source: {
    readonly url: string;
    readonly contentType: string;
    readonly bytes: Uint8Array;
  }): Promise<PageList | undefined>;
}
