/** The addresses of one part of a crawl, asked at the pace the site wants. */

import { placeOf, type CrawlScope } from '../../ingestion/web/crawl-scope.ts';
import type { Crawl, CrawlKey, FoundPage } from '../../ports/crawl-store.ts';
import type { SiteRules } from '../../ports/page-reader.ts';
import { pause } from './crawl-ask.ts';
import { misplacedAs } from './crawl-frontier.ts';
import { ended, readCrawledPage, unasked, type PageQuestion, type ReadPage } from './crawl-page.ts';
import type { WebAccess } from './web-access.ts';

/** Asked for at once. */
const atOnce = 4;
/** A pause as long as that is not spent by a worker that does nothing: the next part, of one page, waits for its time. */
const longestHeldMs = 60_000;

export interface Batch {
  readonly crawl: Crawl;
  readonly crawlKey: CrawlKey;
  readonly waiting: readonly FoundPage[];
  readonly rules: SiteRules;
  readonly scope: CrawlScope;
  readonly language: string | undefined;
  /** Milliseconds the crawl still has. */
  readonly leftMs: number;
  /** Whether nothing is asked any more. */
  readonly isOver: boolean;
}

export function isParked({ delayMs }: Pick<SiteRules, 'delayMs'>): boolean {
  return delayMs > longestHeldMs;
}

/** In the order they wait in, however they come; where the site wants a pause, the rest still waits. */
export async function readBatch(web: WebAccess, batch: Batch): Promise<readonly ReadPage[]> {
  const { waiting, rules } = batch;
  const questions = await questionsOf(web, batch);
  const read: ReadPage[] = [];
  const { delayMs } = rules;
  const step = delayMs === 0 ? atOnce : 1;
  for (let at = 0; at < waiting.length; at += step) {
    if (delayMs > 0 && !isParked(rules) && !batch.isOver) await pause(delayMs);
    const some = questions.slice(at, at + step);
    read.push(...(await Promise.all(some.map((question) => readOne(web, batch, question)))));
    if (read.some(({ pauseMs }) => pauseMs !== undefined) || isSiteBusy(read)) break;
  }
  return read;
}

/** Whether pages that ask for a longer pause than there is time are no exceptions: two or more, and half of those asked. */
export function isSiteBusy(read: readonly ReadPage[]): boolean {
  const givenUp = read.filter(({ isGivenUp }) => isGivenUp === true).length;
  return givenUp > 1 && givenUp * 2 >= read.length;
}

async function questionsOf(
  { crawlStore }: WebAccess,
  { crawl, crawlKey, waiting, scope, language, rules, leftMs }: Batch,
): Promise<readonly PageQuestion[]> {
  const { base } = crawl;
  const addresses = waiting.map(({ address }) => address);
  const pages =
    base === undefined ? [] : await crawlStore.known({ ...crawlKey, snapshot: base.snapshot }, addresses);
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

/** What the crawl has learnt of its site since an address was found may tell that it is none of its own. */
async function readOne(web: WebAccess, { isOver }: Batch, question: PageQuestion): Promise<ReadPage> {
  const { found, before, scope } = question;
  const misplaced = misplacedAs(placeOf(scope, found.address));
  if (misplaced !== undefined) return ended(found, misplaced);
  return isOver ? unasked(found, before, outOfTime) : readCrawledPage(web, question);
}

const outOfTime = {
  state: 'skipped' as const,
  reason: 'cap-seconds',
  detail: 'The crawl met its cap before.',
};
