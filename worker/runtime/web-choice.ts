/** The variables about documentation on the web, read and checked. */

import type { CrawlLimits } from '../flows/web-access.ts';
import type { VariableReader } from './config.ts';

export interface WebChoice {
  /** `127.0.0.1:port`: checked with the variables about hosts of code. */
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
