/**
 * The first part of a crawl: the rules of the site, where its start leads, and every list that tells of its pages. What is found is the
 * frontier the next parts work off.
 */

import { AppError } from '../core/errors.ts';
import { crawlScope, placeOf, type CrawlScope } from '../ingestion/web/crawl-scope.ts';
import { askedAddress, isCircular, isOtherFile, pageAddress } from '../ingestion/web/page-address.ts';
import type { Crawl, FoundPage, FoundVia } from '../ports/crawl-store.ts';
import type { PageResponse } from '../ports/page-fetcher.ts';
import type { SiteRules } from '../ports/page-reader.ts';
import { askPage } from './crawl-ask.ts';
import type { WebAccess } from './web-access.ts';

/** Lists read of one site: indexes lead to more. */
const maxLists = 50;
const maxListBytes = 10_000_000;
const maxRobotsBytes = 512_000;

export interface Begun {
  readonly crawl: Crawl;
  readonly found: readonly FoundPage[];
}

/** @throws AppError `crawl_empty` where the start cannot be taken, with what was found */
export async function startCrawl(web: WebAccess, start: string, base: Crawl['base']): Promise<Begun> {
  const first = await rulesOf(web, start);
  const led = await leadOf(web, start, first);
  const isMoved = new URL(led.url).origin !== new URL(start).origin;
  const site = isMoved ? await rulesOf(web, led.url) : first;
  const scope = crawlScope(led.url);
  const page = web.pageReader.page(led);
  const seeds = createFrontier(web, { scope, rules: site.rules });
  seeds.add(led.url, { via: 'start', depth: 0 });
  const { origin } = scope;
  const sitemaps = site.rules.sitemaps.length > 0 ? site.rules.sitemaps : [`${origin}/sitemap.xml`];
  const below = scope.folder === '/' ? [] : [`${origin}${scope.folder}sitemap.xml`];
  await readLists(web, [...sitemaps, ...below], { site, origin, seeds, via: 'sitemap' });
  const llms = [...new Set([`${origin}${scope.folder}llms.txt`, `${origin}/llms.txt`])];
  await readLists(web, llms, { site, origin, seeds, via: 'llms' });
  await readLists(web, page?.feeds ?? [], { site, origin, seeds, via: 'feed' });
  return {
    crawl: { start: led.url, robots: site.text, base, cappedBy: undefined, versions: seeds.versions() },
    found: seeds.found(),
  };
}

interface Site {
  readonly text: string;
  readonly rules: SiteRules;
}

/** Rules that are not there allow everything; those that cannot be had forbid it (RFC 9309, 2.3.1). */
async function rulesOf(web: WebAccess, url: string): Promise<Site> {
  const place = `${new URL(url).origin}/robots.txt`;
  const response = await askPage(web, { url: place, maxBytes: maxRobotsBytes });
  const text = robotsText(response, place);
  return { text, rules: web.pageReader.robots({ url: place, text, userAgent: web.pageFetcher.userAgent }) };
}

function robotsText(response: PageResponse, place: string): string {
  if (response.outcome === 'fetched') return new TextDecoder().decode(response.bytes);
  if (response.outcome === 'unchanged') return '';
  const isAbsent = response.status !== undefined && response.status < 500 && response.status !== 429;
  if (isAbsent || response.reason === 'redirected-away') return '';
  throw emptyCrawl(
    `${place} could not be read, and nothing is taken of a site whose rules are not known: ${response.detail}`,
    response.reason,
  );
}

async function leadOf(web: WebAccess, start: string, { rules }: Site) {
  if (!rules.isAllowed(start))
    throw emptyCrawl('The robots.txt of the site does not allow its start.', 'robots');
  const response = await askPage(web, { url: start, maxBytes: web.limits.maxPageBytes });
  if (response.outcome === 'fetched') {
    const moved = web.pageReader.page(response)?.redirectsTo;
    if (moved === undefined || placeOf(crawlScope(response.url), moved) === 'outside') return response;
    // A start that only leads on, as sites of several versions have.
    const next = await askPage(web, { url: moved, maxBytes: web.limits.maxPageBytes });
    return next.outcome === 'fetched' ? next : response;
  }
  const detail = response.outcome === 'failed' ? response.detail : 'It was not sent.';
  throw emptyCrawl(
    `${start} could not be read: ${detail}`,
    response.outcome === 'failed' ? response.reason : 'status',
  );
}

export function emptyCrawl(why: string, reason: string, details: Record<string, unknown> = {}): AppError {
  return new AppError('crawl_empty', why, { details: { reason, ...details } });
}

interface Reading {
  readonly site: Site;
  readonly origin: string;
  readonly seeds: ReturnType<typeof createFrontier>;
  readonly via: FoundVia;
}

/** Lists that are missing or of another kind tell nothing; those of other sites are not asked. */
async function readLists(web: WebAccess, first: readonly string[], reading: Reading): Promise<void> {
  const waiting = [...new Set(first)];
  const asked = new Set<string>();
  for (let next = waiting.shift(); next !== undefined && asked.size < maxLists; next = waiting.shift()) {
    if (asked.has(next) || new URL(next).origin !== reading.origin || !reading.site.rules.isAllowed(next))
      continue;
    asked.add(next);
    const response = await askPage(web, { url: next, maxBytes: maxListBytes });
    const list = response.outcome === 'fetched' ? await web.pageReader.list(response) : undefined;
    waiting.push(...(list?.lists ?? []));
    for (const { url } of list?.pages ?? []) reading.seeds.add(url, { via: reading.via, depth: 1 });
  }
}

export interface Found {
  readonly via: FoundVia;
  readonly depth: number;
}

/** Gathers addresses, each once, with what is known of it before it is asked. Those of other sites and folders are not of this crawl. */
export function createFrontier(
  { limits }: Pick<WebAccess, 'limits'>,
  { scope, rules }: { readonly scope: CrawlScope; readonly rules: SiteRules },
) {
  const found = new Map<string, FoundPage>();
  const versions = new Set<string>();
  const most = limits.maxPages * 5;
  return {
    add(url: string, { via, depth }: Found): void {
      const address = pageAddress(url);
      if (address === undefined || found.has(address) || found.size >= most) return;
      const place = placeOf(scope, address);
      if (place === 'outside') return;
      if (place !== 'inside' && versions.size < 50) versions.add(place.otherVersion);
      const refusal = refusalOf(address, { place, depth, limits, rules, url });
      found.set(address, {
        address,
        url: askedAddress(url),
        depth,
        via,
        state: refusal?.state ?? 'waiting',
        reason: refusal?.reason,
        detail: refusal?.detail,
      });
    },
    found: (): readonly FoundPage[] => [...found.values()],
    versions: (): readonly string[] => [...versions],
  };
}

interface Judged {
  readonly place: ReturnType<typeof placeOf>;
  readonly depth: number;
  readonly limits: WebAccess['limits'];
  readonly rules: SiteRules;
  readonly url: string;
}

function skipped(reason: string, detail: string) {
  return { state: 'skipped' as const, reason, detail };
}

function refusalOf(address: string, { place, depth, limits, rules, url }: Judged) {
  if (typeof place === 'object')
    return skipped(
      'other-version',
      `It is of the version ${place.otherVersion}; that of the start is taken.`,
    );
  if (isOtherFile(address)) return skipped('not-a-page', 'Its name is that of another kind of file.');
  if (isCircular(address)) return skipped('circular', 'Its path repeats itself.');
  if (depth > limits.maxDepth) return skipped('too-deep', `It is more than ${limits.maxDepth} links away.`);
  return rules.isAllowed(url)
    ? undefined
    : {
        state: 'blocked' as const,
        reason: 'robots',
        detail: 'The robots.txt of the site does not allow it.',
      };
}
