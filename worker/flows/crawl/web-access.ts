/** Defines the ports and limits that a crawl uses. */

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
  /** Pages accepted per site. */
  readonly maxPages: number;
  /** Links followed one after another from the start page, or from a page in a list. */
  readonly maxDepth: number;
  /** Duration of the crawl in milliseconds, counted from the start of the job. */
  readonly maxMs: number;
  readonly maxPageBytes: number;
}
