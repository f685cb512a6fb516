/** Reads pages, robots.txt and lists of pages. Everything is bounded by the bytes given, which the fetcher has capped. */

import robotsParser from 'robots-parser';
import type { PageReader } from '../../ports/page-reader.ts';
import { readList } from './read-list.ts';
import { readPage } from './read-page.ts';

/** RFC 9309, 2.5: at least 500 KiB are read; what follows is not. */
const maxRobots = 512_000;

export function createPageReader(): PageReader {
  return {
    page: readPage,
    list: readList,
    robots({ url, text, userAgent }) {
      const rules = robotsParser(url, text.slice(0, maxRobots));
      return {
        isAllowed: (page) => rules.isAllowed(page, userAgent) !== false,
        delayMs: Math.max(0, Math.round((rules.getCrawlDelay(userAgent) ?? 0) * 1_000)) || 0,
        sitemaps: rules
          .getSitemaps()
          .flatMap((one) => (URL.canParse(one, url) ? [new URL(one, url).href] : [])),
      };
    },
  };
}
