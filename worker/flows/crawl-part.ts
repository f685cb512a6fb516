/**
 * A part of a crawl: some twenty of the addresses that wait. Parts come one after the other, each takes the addresses nearest to the
 * start, and what one has done is written in one transaction with its end and the next part: cut off anywhere, a part is done again
 * with the same result. The Markdown goes into a pack named by the part, which the fetch stage reads.
 */

import { crawlScope, type CrawlScope } from '../ingestion/web/crawl-scope.ts';
import type { Crawl, CrawledPage, CrawlKey, CrawlStep, FoundPage } from '../ports/crawl-store.ts';
import type { SiteRules } from '../ports/page-reader.ts';
import { pause } from './crawl-ask.ts';
import { readCrawledPage, type ReadPage } from './crawl-page.ts';
import { settlePages, type SettledPage } from './crawl-settle.ts';
import { createFrontier, emptyCrawl, startCrawl } from './crawl-start.ts';
import { blobPrefix, type Part } from './part.ts';
import type { Services } from './services.ts';
import type { WebAccess } from './web-access.ts';

/** Pages of one part, and asked for at once. */
const pagesAPart = 20;
const atOnce = 4;
/** A part of a site that wants long pauses takes fewer pages, so that little is lost where it is cut off. */
const partMs = 60_000;

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
  const begun = await startCrawl(web, String(start), base);
  const crawlKey = { shard: job.shard, snapshot: job.snapshotNumber };
  const before =
    base === undefined ? [] : await web.crawlStore.pages({ ...crawlKey, snapshot: base.snapshot });
  // Pages that have not changed are not read again, and with them what they link to: the state before knows it.
  const found = [...begun.found, ...before.filter((page) => page.path !== undefined).map(asFound)];
  const next = nextAfter(services, rulesOf(web, begun.crawl));
  await web.crawlStore.save(crawlKey, key, { crawl: begun.crawl, pages: [], found, goesOn: true, ...next });
  return next.waits === undefined ? 'now' : 'later';
}

/** A pause as long as that is not spent by a worker that does nothing: the next part, of one page, waits for its time. */
const longestHeldMs = 60_000;

function isParked({ delayMs }: SiteRules): boolean {
  return delayMs > longestHeldMs;
}

function nextAfter({ clock, web }: Services, rules: SiteRules): Pick<CrawlStep, 'waits'> {
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

function asFound({ address, url, depth, via }: CrawledPage): FoundPage {
  return { address, url, depth, via, state: 'waiting', reason: undefined, detail: undefined };
}

async function goOn(services: Services, part: Part, crawl: Crawl): Promise<GoesOn> {
  const { web } = services;
  const { job, key } = part;
  const crawlKey = { shard: job.shard, snapshot: job.snapshotNumber };
  const rules = rulesOf(web, crawl);
  const tally = await web.crawlStore.tally(crawlKey);
  const taken = (tally.fetched ?? 0) + (tally.unchanged ?? 0);
  const secondsAreOver = services.clock.now() - job.createdAt - (job.pausedMs.crawl ?? 0) > web.limits.maxMs;
  const room = secondsAreOver ? 0 : Math.min(web.limits.maxPages - taken, sizeOfPart(rules));
  const waiting = await web.crawlStore.waiting(crawlKey, Math.max(1, room));
  if (waiting.length === 0 || room <= 0)
    return finish(services, part, {
      crawl,
      crawlKey,
      cappedBy: waiting.length === 0 ? undefined : secondsAreOver ? 'seconds' : 'pages',
    });
  const read = await readAll(web, { crawl, crawlKey, waiting, rules });
  const settled = await settlePages(services, { read, crawlKey, crawl, pack: key.part });
  await storePack(services, part, settled);
  const scope = crawlScope(crawl.start);
  const frontier = createFrontier(web, { scope, rules });
  for (const { page, links } of settled)
    for (const link of links) frontier.add(link, { via: 'link', depth: page.depth + 1 });
  part.report({ files: taken + settled.filter(({ text }) => text !== undefined).length });
  const next = nextAfter(services, rules);
  await web.crawlStore.save(crawlKey, key, {
    crawl: { ...crawl, versions: [...new Set([...crawl.versions, ...frontier.versions()])] },
    pages: settled.map(({ page }) => page),
    found: frontier.found(),
    goesOn: true,
    ...next,
  });
  return next.waits === undefined ? 'now' : 'later';
}

function sizeOfPart({ delayMs }: SiteRules): number {
  return delayMs === 0 ? pagesAPart : Math.max(1, Math.min(pagesAPart, Math.floor(partMs / delayMs)));
}

interface Batch {
  readonly crawl: Crawl;
  readonly crawlKey: CrawlKey;
  readonly waiting: readonly FoundPage[];
  readonly rules: SiteRules;
}

/** In the order they wait in, however they come. */
async function readAll(
  web: WebAccess,
  { crawl, crawlKey, waiting, rules }: Batch,
): Promise<readonly ReadPage[]> {
  const scope: CrawlScope = crawlScope(crawl.start);
  const before =
    crawl.base === undefined
      ? []
      : await web.crawlStore.known(
          { ...crawlKey, snapshot: crawl.base.snapshot },
          waiting.map(({ address }) => address),
        );
  const known = new Map(before.filter(({ path }) => path !== undefined).map((page) => [page.address, page]));
  const read: ReadPage[] = [];
  const { delayMs } = rules;
  const step = delayMs === 0 ? atOnce : 1;
  for (let at = 0; at < waiting.length; at += step) {
    if (delayMs > 0 && !isParked(rules)) await pause(delayMs);
    const some = waiting.slice(at, at + step);
    read.push(
      ...(await Promise.all(
        some.map((found) => readCrawledPage(web, { found, before: known.get(found.address), scope })),
      )),
    );
  }
  return read;
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
