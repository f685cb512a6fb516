/** What a crawl has found and what became of it: the addresses still to ask, and the report. Lies beside the parts of its job. */

import type { HeldPart } from './job-parts.ts';

/** By what an address was found. */
export type FoundVia = 'start' | 'sitemap' | 'feed' | 'llms' | 'link';

export type PageState = 'waiting' | 'fetched' | 'unchanged' | 'skipped' | 'blocked' | 'failed' | 'duplicate';

export interface FoundPage {
  /** In one spelling: what makes it one page. */
  readonly address: string;
  /** As it is asked for. */
  readonly url: string;
  readonly depth: number;
  readonly via: FoundVia;
  readonly state: PageState;
  readonly reason: string | undefined;
  readonly detail: string | undefined;
}

export interface CrawledPage extends FoundPage {
  /** Of its file; of those taken alone. */
  readonly path: string | undefined;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  /** SHA-256 of what the server sent. */
  readonly hash: string | undefined;
  /** SHA-256 of the Markdown, by which pages are known to be the same. */
  readonly contentHash: string | undefined;
  readonly bytes: number;
  /** The part that took it, whose pack holds its text. */
  readonly pack: number | undefined;
}

/** What holds for the whole crawl. */
export interface Crawl {
  /** After redirects. */
  readonly start: string;
  readonly robots: string;
  /** The snapshot pages are compared with. */
  readonly base: { readonly snapshot: number; readonly generation: number } | undefined;
  readonly cappedBy: 'pages' | 'depth' | 'seconds' | undefined;
  /** Names of other versions met. */
  readonly versions: readonly string[];
}

export interface CrawlKey {
  readonly shard: number;
  readonly snapshot: number;
}

/** What a part has done; written with its end and the part that comes next, or not at all. */
export interface CrawlStep {
  readonly crawl: Crawl;
  /** What became of addresses that waited. */
  readonly pages: readonly CrawledPage[];
  /** Those known stay as they are. */
  readonly found: readonly FoundPage[];
  /** Whether another part follows. */
  readonly goesOn: boolean;
  /** What the next part is given: keys and numbers, never content. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** Not before that moment (milliseconds since 1970), and what it waits for; at once where this is left out. */
  readonly waits?: { readonly until: number; readonly why: string };
}

export interface CrawlStore {
  /** @throws when the part is no longer held */
  save(key: CrawlKey, held: HeldPart, step: CrawlStep): Promise<void>;
  crawl(key: CrawlKey): Promise<Crawl | undefined>;
  /** The next addresses to ask, nearest to the start first. */
  waiting(key: CrawlKey, limit: number): Promise<readonly FoundPage[]>;
  /** Pages by state. */
  tally(key: CrawlKey): Promise<Readonly<Partial<Record<PageState, number>>>>;
  /** Pages taken whose text is one of those, or whose file. */
  taken(
    key: CrawlKey,
    wanted: { readonly contentHashes: readonly string[]; readonly paths: readonly string[] },
  ): Promise<readonly CrawledPage[]>;
  /** Of those addresses, what is known. */
  known(key: CrawlKey, addresses: readonly string[]): Promise<readonly CrawledPage[]>;
  /** All, in the order they were found. */
  pages(key: CrawlKey): Promise<readonly CrawledPage[]>;
  remove(key: CrawlKey): Promise<void>;
}
