/** Stores the state of a crawl: its addresses and their outcomes. It is in the same database as the parts of the crawl's job. */

import type { PartLease } from './job-parts.ts';

/** How an address was found. */
export type DiscoveryMethod = 'start' | 'sitemap' | 'feed' | 'llms' | 'link';

export type PageState = 'waiting' | 'fetched' | 'unchanged' | 'skipped' | 'blocked' | 'failed' | 'duplicate';

export interface DiscoveredPage {
  /** The normalized address, which identifies the page. */
  readonly address: string;
  /** The address to request. */
  readonly url: string;
  readonly depth: number;
  readonly via: DiscoveryMethod;
  readonly state: PageState;
  readonly reason: string | undefined;
  readonly detail: string | undefined;
}

export interface CrawledPage extends DiscoveredPage {
  /** Path of its file, if the page was indexed. */
  readonly path: string | undefined;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  /** SHA-256 of the response body. */
  readonly hash: string | undefined;
  /** SHA-256 of the Markdown, which identifies duplicates. */
  readonly contentHash: string | undefined;
  readonly bytes: number;
  /** The part that fetched it, whose pack contains its text. */
  readonly pack: number | undefined;
}

/** Facts about the whole crawl. */
export interface Crawl {
  /** After redirects. */
  readonly start: string;
  readonly robots: string;
  /** The earlier snapshot that pages are compared with. */
  readonly base: { readonly snapshot: number; readonly generation: number } | undefined;
  readonly cappedBy: 'pages' | 'depth' | 'seconds' | undefined;
  /** Names of other versions of the documentation that the crawl found. */
  readonly versions: readonly string[];
}

export interface CrawlKey {
  readonly shard: number;
  readonly snapshot: number;
}

/** The result of a part; stored in one transaction with the part's end and the next part. */
export interface CrawlStep {
  readonly crawl: Crawl;
  /** Outcomes of waiting addresses. */
  readonly pages: readonly CrawledPage[];
  /** New addresses; known ones are not changed. */
  readonly found: readonly DiscoveredPage[];
  /** Whether another part follows. */
  readonly hasNextPart: boolean;
  /** Input of the next part: keys and numbers, never content. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** Earliest start of the next part (milliseconds since 1970), and why it waits; absent if it can start at once. */
  readonly waiting?: { readonly until: number; readonly why: string };
}

export interface CrawlStore {
  /** @throws if the lease is lost */
  save(key: CrawlKey, lease: PartLease, step: CrawlStep): Promise<void>;
  readCrawl(key: CrawlKey): Promise<Crawl | undefined>;
  /** The next addresses to fetch, closest to the start first. */
  listWaiting(key: CrawlKey, limit: number): Promise<readonly DiscoveredPage[]>;
  /** Number of pages by state. */
  countByState(key: CrawlKey): Promise<Readonly<Partial<Record<PageState, number>>>>;
  /** Indexed pages with one of these contents or paths. */
  findIndexed(
    key: CrawlKey,
    query: { readonly contentHashes: readonly string[]; readonly paths: readonly string[] },
  ): Promise<readonly CrawledPage[]>;
  /** Pages with one of these addresses, whatever their state. */
  findKnown(key: CrawlKey, addresses: readonly string[]): Promise<readonly CrawledPage[]>;
  /** All pages, in the order of discovery. */
  listPages(key: CrawlKey): Promise<readonly CrawledPage[]>;
  remove(key: CrawlKey): Promise<void>;
}
