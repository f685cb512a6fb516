/** What crawls are made with; and within which bounds. */

import type { CrawlStore } from '../../ports/crawl-store.ts';
import type { PageFetcher } from '../../ports/page-fetcher.ts';
import type { PageReader } from '../../ports/page-reader.ts';

export interface WebAccess {
  readonly pageFetcher: PageFetcher;
  readonly pageReader: PageReader;
  readonly crawlStore: CrawlStore;
  readonly limits: CrawlLimits;
}

export interface CrawlLimits {
  /** Pages taken of one documentation. */
  readonly maxPages: number;
  /** Links followed from the start, or from a page of a list. */
  readonly maxDepth: number;
  /** From the job's beginning on. */
  readonly maxMs: number;
  readonly maxPageBytes: number;
}
