/** The ports and limits of crawls. */

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
  /** Links followed from the start page, or from a listed page. */
  readonly maxDepth: number;
  /** Counted from the start of the job. */
  readonly maxMs: number;
  readonly maxPageBytes: number;
}
