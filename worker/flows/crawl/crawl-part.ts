/**
 * A part of a crawl: some twenty of the addresses that wait. Parts come one after the other, each takes the addresses nearest to the
 * start, and what one has done is written in one transaction with its end and the next part: cut off anywhere, a part is done again
 * with the same result. The Markdown goes into a pack named by the part, which the fetch stage reads.
 */

import { crawlScope, type CrawlScope } from '../../ingestion/web/crawl-scope.ts';
import type { Job } from '../../ports/catalog.ts';
import type { Crawl, CrawledPage, CrawlKey, CrawlStep } from '../../ports/crawl-store.ts';
import type { SiteRules } from '../../ports/page-reader.ts';
import { isParked, isSiteBusy, readBatch, type Batch } from './crawl-batch.ts';
import { proveCurrent } from './crawl-current.ts';
import { createFrontier } from './crawl-frontier.ts';
import type { ReadPage } from './crawl-page.ts';
import { settlePages, type SettledPage } from './crawl-settle.ts';
import { emptyCrawl, startCrawl } from './crawl-start.ts';
import { blobPrefix, type Part } from '../indexing/part.ts';
import { partInput, type CrawlInput } from '../indexing/part-input.ts';
import type { Services } from '../services.ts';
import type { WebAccess } from './web-access.ts';

/** Pages of one part. */
const pagesAPart = 20;
/** A part of a site that wants long pauses takes fewer pages, so that little is lost where it is cut off. */
const partMs = 60_000;
/** Between two requests to a site that had too many: at first, twice as long each time it says so again, and at most. */
const [firstPaceMs, lastPaceMs] = [500, 4_000];

export async function crawlPart(services: Services, part: Part): Promise<void> {
  const key = { shard: part.job.shard, snapshot: part.job.snapshotNumber };
  const crawl = await services.web.crawlStore.crawl(key);
  const goesOn = crawl === undefined ? await begin(services, part) : await goOn(services, part, crawl);
  // One that waits is woken by the job's alarm.
  if (goesOn !== 'now') return;
  const { job, shard, stage, part: number } = part.key;
  await services.jobQueue.wake([{ job, shard, stage, part: number + 1 }]);
}

export function packOfPages(jobId: string, part: number): string {
  return `${blobPrefix(jobId)}pages/${String(part).padStart(6, '0')}`;
}

/** Whether another part follows, and whether its time has come. */
type GoesOn = 'now' | 'later' | 'ended';

async function begin(services: Services, { job, key, claimed }: Part): Promise<GoesOn> {
  const { web } = services;
  const { start, baseSnapshot, baseGeneration } = claimed.input;
  const base =
    typeof baseSnapshot === 'number' && typeof baseGeneration === 'number'
      ? { snapshot: baseSnapshot, generation: baseGeneration }
      : undefined;
  const crawlKey = { shard: job.shard, snapshot: job.snapshotNumber };
  const before =
    base === undefined ? [] : await web.crawlStore.pages({ ...crawlKey, snapshot: base.snapshot });
  const { crawl, found, met, language } = await startCrawl(web, { start: String(start), base, before });
  const { current, asked } = met;
  const handed = { language, languages: [], current, asked, paceMs: 0, isOver: false };
  const next = { input: handed, ...parkedBy(services, rulesOf(web, crawl)) };
  await web.crawlStore.save(crawlKey, key, { crawl, pages: [], found, goesOn: true, ...next });
  return next.waits === undefined ? 'now' : 'later';
}

function parkedBy({ clock, web }: Services, rules: SiteRules): Pick<CrawlStep, 'waits'> {
  if (!isParked(rules)) return {};
  const seconds = Math.round(rules.delayMs / 1000);
  return {
    waits: {
      until: clock.now() + Math.min(rules.delayMs, web.limits.maxMs),
      why: `The site asks for ${seconds} seconds between two requests.`,
    },
  };
}

function rulesOf({ pageReader, pageFetcher }: WebAccess, { start, robots }: Crawl): SiteRules {
  return pageReader.robots({
    url: `${new URL(start).origin}/robots.txt`,
    text: robots,
    userAgent: pageFetcher.userAgent,
  });
}

async function goOn(services: Services, part: Part, crawl: Crawl): Promise<GoesOn> {
  const { web } = services;
  const { job } = part;
  const crawlKey = { shard: job.shard, snapshot: job.snapshotNumber };
  const handed = partInput.crawl(part.claimed);
  const site = rulesOf(web, crawl);
  const rules = { ...site, delayMs: Math.max(site.delayMs, handed.paceMs) };
  const tally = await web.crawlStore.tally(crawlKey);
  const taken = (tally.fetched ?? 0) + (tally.unchanged ?? 0);
  const leftMs = leftOf(services, job);
  const isOver = handed.isOver || leftMs < 0;
  const room = Math.min(web.limits.maxPages - taken, isOver ? pagesAPart : sizeOfPart(rules));
  const waiting = await web.crawlStore.waiting(crawlKey, Math.max(1, room));
  // Once the time is over, what the state before holds is still taken over.
  if (waiting.length === 0 || room <= 0 || (isOver && crawl.base === undefined))
    return finish(services, part, {
      crawl,
      crawlKey,
      cappedBy: waiting.length === 0 ? crawl.cappedBy : isOver ? 'seconds' : 'pages',
    });
  const { language } = handed;
  const scope = scopeOf(crawl, handed);
  const batch = { crawl, crawlKey, waiting, rules, scope, language, leftMs, isOver };
  return work(services, part, { batch, handed, taken });
}

interface Work {
  readonly batch: Batch;
  readonly handed: CrawlInput;
  /** Pages before this part. */
  readonly taken: number;
}

async function work(services: Services, part: Part, { batch, handed, taken }: Work): Promise<GoesOn> {
  const { web } = services;
  const { crawl, crawlKey, rules, leftMs, isOver } = batch;
  const read = await readBatch(web, batch);
  const settled = await settlePages(services, { read, crawlKey, crawl, pack: part.key.part });
  await storePack(services, part, settled);
  const learnt = { ...handed, languages: languagesOf(handed, read) };
  const frontier = createFrontier(web, { scope: scopeOf(crawl, learnt), rules });
  for (const { page, links } of settled)
    for (const link of links) frontier.add(link, { via: 'link', depth: page.depth + 1 });
  for (const { page } of read) if (wasSent(page)) frontier.addPage(page.url);
  const isQuiet = isOver || isParked(rules) || read.some(({ pauseMs }) => pauseMs !== undefined);
  const asked = isQuiet ? handed.asked : await proveCurrent(web, frontier, { rules, asked: handed.asked });
  part.report({ files: taken + settled.filter(({ text }) => text !== undefined).length });
  const { found, met } = frontier.gathered();
  const { versions, current } = met;
  const next = nextAfter(services, { handed: { ...learnt, current, asked, isOver }, read, rules, leftMs });
  await web.crawlStore.save(crawlKey, part.key, {
    crawl: { ...crawl, versions, cappedBy: isOver ? 'seconds' : undefined },
    pages: settled.map(({ page }) => page),
    found,
    goesOn: true,
    ...next,
  });
  return next.waits === undefined ? 'now' : 'later';
}

/** Whether the server told now that it is there. */
function wasSent({ state, reason }: CrawledPage): boolean {
  return state === 'fetched' || (state === 'unchanged' && reason === undefined);
}

/** Milliseconds a crawl still has. */
function leftOf({ clock, web }: Services, job: Job): number {
  const takenMs = clock.now() - job.createdAt - (job.pausedMs.crawl ?? 0);
  // Less than none where the clock was set back.
  return web.limits.maxMs - Math.max(0, takenMs);
}

function scopeOf({ start, versions }: Crawl, { languages, current, asked }: CrawlInput): CrawlScope {
  return crawlScope(start, { versions, languages, current, asked });
}

function languagesOf({ languages }: CrawlInput, read: readonly ReadPage[]): readonly string[] {
  const found = read.flatMap(({ translation }) => translation ?? []);
  return [...new Set([...languages, ...found])].slice(0, 200);
}

/** What a part has done, and with what the next one begins. */
interface Done {
  readonly handed: CrawlInput;
  readonly read: readonly ReadPage[];
  readonly rules: SiteRules;
  readonly leftMs: number;
}

/** A site that had too many requests is left alone as long as it says, and asked slowly from then on; one that wants longer than there is time has had its last. */
function nextAfter(services: Services, { handed, read, rules, leftMs }: Done) {
  if (isSiteBusy(read)) return { input: { ...handed, isOver: true } };
  const pauseMs = Math.max(...read.map((one) => one.pauseMs ?? 0));
  if (pauseMs <= 0) return { input: { ...handed }, ...(handed.isOver ? {} : parkedBy(services, rules)) };
  if (pauseMs > leftMs) return { input: { ...handed, isOver: true } };
  const paceMs = Math.min(lastPaceMs, Math.max(firstPaceMs, handed.paceMs * 2));
  const why = `The site asks to be left alone for ${Math.ceil(pauseMs / 1000)} seconds.`;
  return { input: { ...handed, paceMs }, waits: { until: services.clock.now() + pauseMs, why } };
}

function sizeOfPart({ delayMs }: SiteRules): number {
  return delayMs === 0 ? pagesAPart : Math.max(1, Math.min(pagesAPart, Math.floor(partMs / delayMs)));
}

async function storePack(
  services: Services,
  { job, key }: Part,
  settled: readonly SettledPage[],
): Promise<void> {
  const files = settled.flatMap(({ page, text }) =>
    text === undefined || page.path === undefined ? [] : [[page.path, text]],
  );
  if (files.length === 0) return;
  await services.blobStore.put(
    packOfPages(job.id, key.part),
    new TextEncoder().encode(JSON.stringify(files)),
  );
}

interface Ending {
  readonly crawl: Crawl;
  readonly crawlKey: CrawlKey;
  readonly cappedBy: Crawl['cappedBy'];
}

/** @throws AppError `crawl_empty` where no page was taken */
async function finish(
  { web }: Services,
  { key }: Part,
  { crawl, crawlKey, cappedBy }: Ending,
): Promise<GoesOn> {
  const all = await web.crawlStore.pages(crawlKey);
  const left = all.filter(({ state }) => state === 'waiting');
  if (!all.some(({ path }) => path !== undefined)) throw nothingTaken(all, crawl.start);
  const tooDeep = all.some(({ reason }) => reason === 'too-deep');
  await web.crawlStore.save(crawlKey, key, {
    crawl: { ...crawl, cappedBy: cappedBy ?? (tooDeep ? 'depth' : undefined) },
    pages: left.map((page) => ({
      ...page,
      state: 'skipped',
      reason: `cap-${cappedBy ?? 'pages'}`,
      detail: 'The crawl met its cap before.',
    })),
    found: [],
    goesOn: false,
  });
  return 'ended';
}

function nothingTaken(all: readonly CrawledPage[], start: string) {
  const why = all.slice(0, 20).map(({ url, state, reason, detail }) => ({ url, state, reason, detail }));
  const first = why[0];
  const told = first?.detail === undefined ? 'It was not asked in time.' : first.detail;
  return emptyCrawl(
    `No page of ${start} could be taken. ${first?.url ?? start}: ${told}`,
    first?.reason ?? 'seconds',
    { pages: why },
  );
}
