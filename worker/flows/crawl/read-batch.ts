/** Requests the addresses of one part of a crawl, at the rate that the site allows. */

import { locateAddress, type CrawlScope } from '../../ingestion/web/crawl-scope.ts';
import type { Crawl, CrawlKey, DiscoveredPage } from '../../ports/crawl-store.ts';
import type { SiteRules } from '../../ports/page-reader.ts';
import { sleep } from './request-page.ts';
import { describeMisplaced } from './frontier.ts';
import { endPage, type ReadPage } from './page-result.ts';
import { readCrawledPage, endWithoutRequest, type CrawlRequest } from './read-page.ts';
import type { WebAccess } from './web-access.ts';

/** Pages requested at the same time. */
const pagesAtOnce = 4;
/** For a longer delay the next part, with one page, is parked, so that no worker waits. */
const maxInlineDelayMs = 60_000;

export interface Batch {
  readonly crawl: Crawl;
  readonly crawlKey: CrawlKey;
  readonly waiting: readonly DiscoveredPage[];
  readonly rules: SiteRules;
  readonly scope: CrawlScope;
  readonly language: string | undefined;
  /** Milliseconds left for the crawl. */
  readonly leftMs: number;
  /** Whether the crawl sends no more requests. */
  readonly isOver: boolean;
}

export function needsParking({ delayMs }: Pick<SiteRules, 'delayMs'>): boolean {
  return delayMs > maxInlineDelayMs;
}

/** Returns results in the order of `waiting`. If the site requests a pause, the remaining pages stay waiting. */
export async function readBatch(web: WebAccess, batch: Batch): Promise<readonly ReadPage[]> {
  const { waiting, rules } = batch;
  const requests = await createRequests(web, batch);
  const read: ReadPage[] = [];
  const { delayMs } = rules;
  const step = delayMs === 0 ? pagesAtOnce : 1;
  for (let index = 0; index < waiting.length; index += step) {
    if (delayMs > 0 && !needsParking(rules) && !batch.isOver) await sleep(delayMs);
    const group = requests.slice(index, index + step);
    read.push(...(await Promise.all(group.map((request) => readUnlessMisplaced(web, batch, request)))));
    if (read.some(({ pauseMs }) => pauseMs !== undefined) || isSiteOverloaded(read)) break;
  }
  return read;
}

/** Whether the whole site is overloaded: at least two pages, and at least half of all, request a pause longer than the time left. */
export function isSiteOverloaded(read: readonly ReadPage[]): boolean {
  const givenUp = read.filter(({ isGivenUp }) => isGivenUp === true).length;
  return givenUp > 1 && givenUp * 2 >= read.length;
}

async function createRequests(
  { crawlStore }: WebAccess,
  { crawl, crawlKey, waiting, scope, language, rules, leftMs }: Batch,
): Promise<readonly CrawlRequest[]> {
  const { base } = crawl;
  const addresses = waiting.map(({ address }) => address);
  const pages =
    base === undefined ? [] : await crawlStore.findKnown({ ...crawlKey, snapshot: base.snapshot }, addresses);
  const before = new Map(pages.map((page) => [page.address, page]));
  const { isAllowed } = rules;
  return waiting.map((found) => ({
    found,
    before: before.get(found.address),
    scope,
    language,
    isAllowed,
    leftMs,
  }));
}

/** Reads a page, unless findings since its discovery show that it is out of scope. */
async function readUnlessMisplaced(
  web: WebAccess,
  { isOver }: Batch,
  request: CrawlRequest,
): Promise<ReadPage> {
  const { found, before, scope } = request;
  const misplaced = describeMisplaced(locateAddress(scope, found.address));
  if (misplaced !== undefined) return endPage(found, misplaced);
  return isOver ? endWithoutRequest(found, before, timeLimitOutcome) : readCrawledPage(web, request);
}

const timeLimitOutcome = {
  state: 'skipped' as const,
  reason: 'cap-seconds' as const,
  detail: 'The crawl reached its time limit before this page.',
};
