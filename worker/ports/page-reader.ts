/** Reads what web servers send: pages, and the lists that tell where pages are. Bounded in time and memory by the bytes given. */

export interface WebPage {
  readonly title: string;
  readonly description: string;
  /** GitHub-flavoured Markdown of the main content, without navigation, headers and footers. Code samples keep their language, and a file name where the page tells one. */
  readonly markdown: string;
  /** Absolute, without fragments, in the order they stand. */
  readonly links: readonly string[];
  /** The address the page says is its own. */
  readonly canonical: string | undefined;
  /** `noindex`, `nofollow` of its robots meta. */
  readonly isIndexable: boolean;
  readonly isFollowable: boolean;
  readonly language: string | undefined;
  /** Where its `meta http-equiv=refresh` leads at once. */
  readonly redirectsTo: string | undefined;
  /** Other forms of the page (`rel=alternate` with a Markdown type). */
  readonly markdownUrl: string | undefined;
  /** Whether its headings have fragments, so that they can be linked to. */
  readonly hasFragments: boolean;
  /** Whether it is so large that its end was left out. */
  readonly isCut: boolean;
  /** Its RSS and Atom feeds. */
  readonly feeds: readonly string[];
}

export interface SiteRules {
  /** Whether the robots file lets the crawler take an address. */
  isAllowed(url: string): boolean;
  /** What a verdict costs at most: steps for each character of an address, some hundred million a second. */
  readonly cost: number;
  /** Between two requests. */
  readonly delayMs: number;
  readonly sitemaps: readonly string[];
}

/** One list: addresses of pages, and of further lists. */
export interface PageList {
  readonly pages: readonly { readonly url: string; readonly changedAt: string | undefined }[];
  readonly lists: readonly string[];
}

export interface PageReader {
  /** @returns undefined when the bytes are of no kind that is read (see `contentType`) */
  page(source: {
    readonly url: string;
    readonly contentType: string;
    readonly bytes: Uint8Array;
  }): WebPage | undefined;
  robots(source: { readonly url: string; readonly text: string; readonly userAgent: string }): SiteRules;
  /** A sitemap, a sitemap index, an RSS or Atom feed, or llms.txt; plain or gzipped. Undefined when it is none of them. */
  list(source: {
    readonly url: string;
    readonly contentType: string;
    readonly bytes: Uint8Array;
  }): Promise<PageList | undefined>;
}
