/**
 * Runs one part of a crawl: up to 20 waiting addresses, nearest to the start first. Parts run one after another. One transaction stores a
 * part's result, ends the part and adds the next part, so an interrupted part is repeated with the same result. The pages go into a pack
 * as Markdown, which the fetch stage reads.
 */

import { storePack } from './page-packs.ts';
import { createCrawlScope, type CrawlScope } from '../../ingestion/web/crawl-scope.ts';
import type { Job } from '../../ports/catalog.ts';
import type { Crawl, CrawledPage, CrawlKey, CrawlStep } from '../../ports/crawl-store.ts';
import type { SiteRules } from '../../ports/page-reader.ts';
import { needsParking, isSiteOverloaded, readBatch, type Batch } from './read-batch.ts';
import { probeCurrentDocs } from './current-docs.ts';
import { createFrontier } from './frontier.ts';
import type { ReadPage } from './page-result.ts';
import { deduplicatePages } from './deduplicate-pages.ts';
import { createEmptyCrawlError, startCrawl } from './start-crawl.ts';
import type { StagePart } from '../indexing/stage-part.ts';
import { partInput, type CrawlInput } from '../indexing/part-input.ts';
import type { Services } from '../services.ts';
import type { WebAccess } from './web-access.ts';

/** Pages per part. */
const pagesPerPart = 20;
/** Target duration of a part. A part of a slow site has fewer pages, so that an interruption loses little. */
const partMs = 60_000;
/**
 * Interval between requests to a site that reported too many requests. It starts at the minimum and doubles with each report, up to the
 * maximum.
 */
const [minIntervalMs, maxIntervalMs] = [500, 4_000];

export async function crawlPart(services: Services, part: StagePart): Promise<void> {
  const key = { shard: part.job.shard, snapshot: part.job.snapshotNumber };
  const crawl = await services.web.crawlStore.readCrawl(key);
  const continuation =
    crawl === undefined ? await beginCrawl(services, part) : await continueCrawl(services, part, crawl);
  // The job's alarm wakes a parked part.
  if (continuation !== 'now') return;
  const { job, shard, stage, part: number } = part.key;
  await services.jobQueue.wake([{ job, shard, stage, part: number + 1 }]);
}

/** Whether the next part runs now, is parked, or does not exist. */
type Continuation = 'now' | 'later' | 'ended';

async function beginCrawl(services: Services, { job, key, claimed }: StagePart): Promise<Continuation> {
  const { web } = services;
  const { start, baseSnapshot, baseGeneration } = claimed.input;
  const base =
    typeof baseSnapshot === 'number' && typeof baseGeneration === 'number'
      ? { snapshot: baseSnapshot, generation: baseGeneration }
      : undefined;
  const crawlKey = { shard: job.shard, snapshot: job.snapshotNumber };
  const before =
    base === undefined ? [] : await web.crawlStore.listPages({ ...crawlKey, snapshot: base.snapshot });
  const { crawl, found, findings, language } = await startCrawl(web, { start: String(start), base, before });
  const { current, probed: asked } = findings;
  const first = { language, languages: [], current, asked, paceMs: 0, isOver: false };
  const next = { input: first, ...parkForDelay(services, readRules(web, crawl)) };
  await web.crawlStore.save(crawlKey, key, { crawl, pages: [], found, hasNextPart: true, ...next });
  return next.waiting === undefined ? 'now' : 'later';
}

function parkForDelay({ clock, web }: Services, rules: SiteRules): Pick<CrawlStep, 'waiting'> {
  if (!needsParking(rules)) return {};
  const seconds = Math.round(rules.delayMs / 1000);
  return {
    waiting: {
      until: clock.now() + Math.min(rules.delayMs, web.limits.maxMs),
      why: `The site requires ${seconds} seconds between two requests.`,
    },
  };
}

function readRules({ pageReader, pageFetcher }: WebAccess, { start, robots }: Crawl): SiteRules {
  return pageReader.robots({
    url: `${new URL(start).origin}/robots.txt`,
    text: robots,
    userAgent: pageFetcher.userAgent,
  });
}

async function continueCrawl(services: Services, part: StagePart, crawl: Crawl): Promise<Continuation> {
  const { web } = services;
  const { job } = part;
  const crawlKey = { shard: job.shard, snapshot: job.snapshotNumber };
  const input = partInput.crawl(part.claimed);
  const site = readRules(web, crawl);
  const rules = { ...site, delayMs: Math.max(site.delayMs, input.paceMs) };
  const tally = await web.crawlStore.countByState(crawlKey);
  const acceptedPages = (tally.fetched ?? 0) + (tally.unchanged ?? 0);
  const leftMs = remainingMs(services, job);
  const isOver = input.isOver || leftMs < 0;
  const maxPages = Math.min(
    web.limits.maxPages - acceptedPages,
    isOver ? pagesPerPart : pagesInNextPart(rules),
  );
  const waiting = await web.crawlStore.listWaiting(crawlKey, Math.max(1, maxPages));
  // After the time limit, pages of the earlier snapshot are still carried over.
  if (waiting.length === 0 || maxPages <= 0 || (isOver && crawl.base === undefined))
    return finishCrawl(services, part, {
      crawl,
      crawlKey,
      cappedBy: waiting.length === 0 ? crawl.cappedBy : isOver ? 'seconds' : 'pages',
    });
  const { language } = input;
  const scope = createScope(crawl, input);
  const batch = { crawl, crawlKey, waiting, rules, scope, language, leftMs, isOver };
  return crawlBatch(services, part, { batch, input, acceptedPages });
}

interface BatchWork {
  readonly batch: Batch;
  readonly input: CrawlInput;
  /** Pages accepted before this part. */
  readonly acceptedPages: number;
}

async function crawlBatch(
  services: Services,
  part: StagePart,
  { batch, input, acceptedPages }: BatchWork,
): Promise<Continuation> {
  const { web } = services;
  const { crawl, crawlKey, rules, leftMs, isOver } = batch;
  const read = await readBatch(web, batch);
  const settled = await deduplicatePages(services, { read, crawlKey, crawl, pack: part.key.part });
  await storePack(services, part, settled);
  const learned = { ...input, languages: addLanguages(input, read) };
  const frontier = createFrontier(web, { scope: createScope(crawl, learned), rules });
  for (const { page, links } of settled)
    for (const link of links) frontier.add(link, { via: 'link', depth: page.depth + 1 });
  for (const { page } of read) if (wasDelivered(page)) frontier.addPage(page.url);
  const isQuiet = isOver || needsParking(rules) || read.some(({ pauseMs }) => pauseMs !== undefined);
  const asked = isQuiet ? input.asked : await probeCurrentDocs(web, frontier, { rules, asked: input.asked });
  part.report({ files: acceptedPages + settled.filter(({ text }) => text !== undefined).length });
  const { found, findings } = frontier.finish();
  const { versions, current } = findings;
  const next = planNextPart(services, { input: { ...learned, current, asked, isOver }, read, rules, leftMs });
  await web.crawlStore.save(crawlKey, part.key, {
    crawl: { ...crawl, versions, cappedBy: isOver ? 'seconds' : undefined },
    pages: settled.map(({ page }) => page),
    found,
    hasNextPart: true,
    ...next,
  });
  return next.waiting === undefined ? 'now' : 'later';
}

/** Whether the server confirmed the page in this crawl. */
function wasDelivered({ state, reason }: CrawledPage): boolean {
  return state === 'fetched' || (state === 'unchanged' && reason === undefined);
}

/** Returns the milliseconds left for the crawl; negative after the time limit. */
function remainingMs({ clock, web }: Services, job: Job): number {
  const takenMs = clock.now() - job.createdAt - (job.pausedMs.crawl ?? 0);
  // The elapsed time is negative if the clock was set back.
  return web.limits.maxMs - Math.max(0, takenMs);
}

function createScope({ start, versions }: Crawl, { languages, current, asked }: CrawlInput): CrawlScope {
  return createCrawlScope(start, { versions, languages, current, probed: asked });
}

function addLanguages({ languages }: CrawlInput, read: readonly ReadPage[]): readonly string[] {
  const found = read.flatMap(({ translation }) => translation ?? []);
  return [...new Set([...languages, ...found])].slice(0, 200);
}

/** The result of a part, from which the next part continues. */
interface FinishedBatch {
  readonly input: CrawlInput;
  readonly read: readonly ReadPage[];
  readonly rules: SiteRules;
  readonly leftMs: number;
}

/**
 * Pauses as long as an overloaded site requests, then continues at a lower rate. The crawl ends if the pause is longer than the time left.
 */
function planNextPart(services: Services, { input, read, rules, leftMs }: FinishedBatch) {
  if (isSiteOverloaded(read)) return { input: { ...input, isOver: true } };
  const pauseMs = Math.max(...read.map((page) => page.pauseMs ?? 0));
  if (pauseMs <= 0) return { input: { ...input }, ...(input.isOver ? {} : parkForDelay(services, rules)) };
  if (pauseMs > leftMs) return { input: { ...input, isOver: true } };
  const paceMs = Math.min(maxIntervalMs, Math.max(minIntervalMs, input.paceMs * 2));
  const why = `The site requests a pause of ${Math.ceil(pauseMs / 1000)} seconds.`;
  return { input: { ...input, paceMs }, waiting: { until: services.clock.now() + pauseMs, why } };
}

function pagesInNextPart({ delayMs }: SiteRules): number {
  return delayMs === 0 ? pagesPerPart : Math.max(1, Math.min(pagesPerPart, Math.floor(partMs / delayMs)));
}

interface CrawlEnd {
  readonly crawl: Crawl;
  readonly crawlKey: CrawlKey;
  readonly cappedBy: Crawl['cappedBy'];
}

/** @throws AppError `crawl_empty` if no page was accepted */
async function finishCrawl(
  { web }: Services,
  { key }: StagePart,
  { crawl, crawlKey, cappedBy }: CrawlEnd,
): Promise<Continuation> {
  const all = await web.crawlStore.listPages(crawlKey);
  const waiting = all.filter(({ state }) => state === 'waiting');
  if (!all.some(({ path }) => path !== undefined)) throw noPagesError(all, crawl.start);
  const tooDeep = all.some(({ reason }) => reason === 'too-deep');
  await web.crawlStore.save(crawlKey, key, {
    crawl: { ...crawl, cappedBy: cappedBy ?? (tooDeep ? 'depth' : undefined) },
    pages: waiting.map((page) => ({
      ...page,
      state: 'skipped',
      reason: `cap-${cappedBy ?? 'pages'}`,
      detail: 'The crawl reached its limit before this page.',
    })),
    found: [],
    hasNextPart: false,
  });
  return 'ended';
}

function noPagesError(all: readonly CrawledPage[], start: string) {
  const pages = all.slice(0, 20).map(({ url, state, reason, detail }) => ({ url, state, reason, detail }));
  const first = pages[0];
  const problem = first?.detail === undefined ? 'It was not requested in time.' : first.detail;
  return createEmptyCrawlError(
    `No page of ${start} could be crawled. ${first?.url ?? start}: ${problem}`,
    first?.reason ?? 'seconds',
    { pages },
  );
}
