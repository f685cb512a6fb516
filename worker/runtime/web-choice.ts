/** Parses the variables about documentation sites. */

import type { CrawlLimits } from '../flows/crawl/web-access.ts';
import type { VariableReader } from './variable-reader.ts';

export interface WebChoice {
  /** `127.0.0.1:port`; `hosting-choice.ts` validates them. */
  readonly loopbackHosts: readonly string[];
  readonly limits: CrawlLimits;
}

const megabyte = 1_000_000;

export function readWeb(read: VariableReader): WebChoice {
  return {
    loopbackHosts: read.list('LOOPBACK_HOSTS'),
    limits: {
      maxPages: read.whole('CRAWL_MAX_PAGES', 1, 100_000),
      maxDepth: read.whole('CRAWL_MAX_DEPTH', 0, 100),
      maxMs: read.whole('CRAWL_MAX_SECONDS', 1, 86_400) * 1_000,
      maxPageBytes: read.whole('CRAWL_MAX_PAGE_BYTES', 1_000, 8 * megabyte),
    },
  };
}
