/** The report of a crawl. */

import type { CrawlWire } from '../contract/crawl.ts';
import { crawlRoute } from '../contract/crawl-routes.ts';
import { reportCrawl, type CrawlReport } from '../flows/crawl-report.ts';
import type { App } from './app.ts';

export function bindCrawl(app: App): void {
  app.openapi(crawlRoute, async (context) => {
    const [services, viewer] = [context.get('services'), context.get('viewer')];
    const asked = { id: context.req.valid('param').id, version: context.req.valid('query').version };
    return context.json(toWire(await reportCrawl(services, viewer, asked)), 200);
  });
}

function toWire({ crawl, pages, counts: { duplicate, ...counts } }: CrawlReport): CrawlWire {
  return {
    start: crawl.start,
    ...counts,
    duplicates: duplicate,
    ...(crawl.cappedBy === undefined ? {} : { cappedBy: crawl.cappedBy }),
    versions: [...crawl.versions],
    pages: pages.map(({ url, state, path, reason, detail, via, depth }) => ({
      url,
      state,
      ...(path === undefined ? {} : { path }),
      ...(reason === undefined ? {} : { reason }),
      ...(detail === undefined ? {} : { detail }),
      via,
      depth,
    })),
  };
}
