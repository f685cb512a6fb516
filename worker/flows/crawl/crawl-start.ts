/**
 * The first part of a crawl: the rules of the site, where its start leads, and every list that tells of its pages. What is found is the
 * frontier the next parts work off.
 */

import { AppError } from '../../core/errors.ts';
import { meantRepository } from '../../core/mistyped-address.ts';
import { crawlScope, placeOf, type Met } from '../../ingestion/web/crawl-scope.ts';
import { onOrigin } from '../../ingestion/web/page-address.ts';
import type { Crawl, CrawledPage, FoundPage, FoundVia } from '../../ports/crawl-store.ts';
import type { PageResponse } from '../../ports/page-fetcher.ts';
import type { SiteRules } from '../../ports/page-reader.ts';
import { askPage } from './crawl-ask.ts';
import { proveCurrent } from './crawl-current.ts';
import { createFrontier, type Frontier } from './crawl-frontier.ts';
import { goneReason } from './crawl-page.ts';
import type { WebAccess } from './web-access.ts';

/** Lists read of one site: indexes lead to more. */
const maxLists = 50;
const maxListBytes = 10_000_000;
const maxRobotsBytes = 512_000;

/** Sites a start is followed to, one after the other. */
const maxMoves = 3;
/** Origins together: from http to https and to `www.` is no move. */
const maxOrigins = 8;

export interface Begun {
  readonly crawl: Crawl;
  readonly found: readonly FoundPage[];
  readonly met: Met;
  /** Of the start, as it tells. */
  readonly language: string | undefined;
}

interface Beginning {
  readonly start: string;
  readonly base: Crawl['base'];
  /** What that state knows of. */
  readonly before: readonly CrawledPage[];
}

/** @throws AppError `crawl_empty` where the start cannot be taken, with what was found */
export async function startCrawl(web: WebAccess, { start, base, before }: Beginning): Promise<Begun> {
  const { led, site } = await leadOf(web, start);
  const scope = crawlScope(led.url);
  const page = web.pageReader.page(led);
  const seeds = createFrontier(web, { scope, rules: site.rules });
  seeds.add(led.url, { via: 'start', depth: 0 });
  const { origin } = scope;
  const reading = { site, origin, seeds };
  const named = site.rules.sitemaps.filter((one) => new URL(onOrigin(one, origin)).origin === origin);
  const sitemaps = named.length > 0 ? named : [`${origin}/sitemap.xml`];
  const below = scope.folder === '/' ? [] : [`${origin}${scope.folder}sitemap.xml`];
  await readLists(web, [...sitemaps, ...below], { ...reading, via: 'sitemap' });
  const llms = [...new Set([`${origin}${scope.folder}llms.txt`, `${origin}/llms.txt`])];
  await readLists(web, llms, { ...reading, via: 'llms' });
  await readLists(web, page?.feeds ?? [], { ...reading, via: 'feed' });
  // Pages that have not changed are not read again, and with them what they link to: the state before knows it.
  for (const known of before) if (known.reason !== goneReason) seeds.again(known);
  const asked = await proveCurrent(web, seeds, { rules: { ...site.rules, delayMs: 0 }, asked: [] });
  const { found, met } = seeds.gathered();
  return {
    crawl: { start: led.url, robots: site.text, base, cappedBy: undefined, versions: met.versions },
    found,
    met: { ...met, asked },
    language: page?.language,
  };
}

interface Site {
  readonly text: string;
  readonly rules: SiteRules;
}

/** Rules that are not there allow everything; those that cannot be had forbid it (RFC 9309, 2.3.1). */
async function rulesOf(web: WebAccess, url: string): Promise<Site> {
  const place = `${new URL(url).origin}/robots.txt`;
  const response = await askPage(web, { url: place, maxBytes: maxRobotsBytes, takesAny: true });
  const text = robotsText(response, { place, start: url });
  return { text, rules: web.pageReader.robots({ url: place, text, userAgent: web.pageFetcher.userAgent }) };
}

function robotsText(
  response: PageResponse,
  { place, start }: { readonly place: string; readonly start: string },
): string {
  if (response.outcome === 'fetched') {
    const text = new TextDecoder().decode(response.bytes);
    // What was cut off within a line is another rule than was written.
    return response.bytes.byteLength < maxRobotsBytes ? text : text.slice(0, text.lastIndexOf('\n') + 1);
  }
  if (response.outcome === 'unchanged') return '';
  const { status = 0, reason, detail } = response;
  const isAbsent = status >= 400 && status < 500 && status !== 429;
  if (isAbsent || reason === 'redirected-away') return '';
  const why = `${place} could not be read, and nothing is taken of a site whose rules are not known`;
  throw emptyCrawl(`${why}: ${detail}${meantBy(start)}`, reason);
}

interface Lead {
  readonly led: Extract<PageResponse, { outcome: 'fetched' }>;
  readonly site: Site;
}

/** Where the start leads, and the rules there: of a start that has moved for good to another site, as to another origin of its own. */
async function leadOf(web: WebAccess, start: string): Promise<Lead> {
  let url = start;
  let moves = 0;
  for (let origins = 0; ; origins += 1) {
    const site = await rulesOf(web, url);
    const response = await askWithin(web, url, site.rules);
    const lead = response.outcome === 'fetched' ? await pastLead(web, response, site.rules) : response;
    if (lead.outcome === 'fetched') return { led: lead, site };
    const to = lead.outcome === 'failed' ? lead.leadsTo : undefined;
    if (to?.isForGood === true) moves += 1;
    const next = to?.isForGood === true ? to.url : otherOrigin(lead, url);
    if (next === undefined || moves > maxMoves || origins === maxOrigins) throw noStart(url, lead);
    url = next;
  }
}

/** Asks nothing of another origin, whose rules are not known yet. */
async function askWithin(web: WebAccess, url: string, rules: SiteRules): Promise<PageResponse> {
  const { origin } = new URL(url);
  const isAllowed = (hop: string): boolean => new URL(hop).origin === origin && rules.isAllowed(hop);
  return askPage(web, { url, maxBytes: web.limits.maxPageBytes, isAllowed });
}

/** The address at another origin that was not asked: of https, or of `www.`. */
function otherOrigin(response: Exclude<PageResponse, Lead['led']>, url: string): string | undefined {
  return new URL(response.url).origin === new URL(url).origin ? undefined : response.url;
}

/** A start that only leads on by what it holds, as sites of several versions have. */
async function pastLead(web: WebAccess, response: Lead['led'], rules: SiteRules): Promise<PageResponse> {
  const moved = web.pageReader.page(response)?.redirectsTo;
  if (moved === undefined || placeOf(crawlScope(response.url), moved) === 'outside') return response;
  const next = await askWithin(web, moved, rules);
  return next.outcome === 'fetched' || otherOrigin(next, moved) !== undefined ? next : response;
}

function noStart(url: string, response: Exclude<PageResponse, { outcome: 'fetched' }>): AppError {
  if (response.outcome === 'unchanged')
    return emptyCrawl(`${url} could not be read: It was not sent.`, 'status');
  const { reason, detail, leadsTo } = response;
  if (reason === 'robots') return emptyCrawl('The robots.txt of the site does not allow its start.', reason);
  const details = leadsTo === undefined ? {} : { leadsTo: leadsTo.url };
  return emptyCrawl(`${url} could not be read: ${detail}${meantBy(url)}`, reason, details);
}

function meantBy(url: string): string {
  const repository = meantRepository(new URL(url));
  return repository === undefined ? '' : ` Did you mean ${repository}?`;
}

export function emptyCrawl(why: string, reason: string, details: Record<string, unknown> = {}): AppError {
  return new AppError('crawl_empty', why, { details: { reason, ...details } });
}

interface Reading {
  readonly site: Site;
  readonly origin: string;
  readonly seeds: Frontier;
  readonly via: FoundVia;
}

/** Lists that are missing or of another kind tell nothing; those of other sites are not asked. */
async function readLists(web: WebAccess, first: readonly string[], reading: Reading): Promise<void> {
  const { origin, site } = reading;
  const { isAllowed } = site.rules;
  const waiting = first.map((one) => onOrigin(one, origin));
  const asked = new Set<string>();
  for (let next = waiting.shift(); next !== undefined && asked.size < maxLists; next = waiting.shift()) {
    if (asked.has(next) || new URL(next).origin !== origin) continue;
    asked.add(next);
    const response = await askPage(web, { url: next, maxBytes: maxListBytes, isAllowed });
    const list = response.outcome === 'fetched' ? await web.pageReader.list(response) : undefined;
    waiting.push(...(list?.lists ?? []).map((one) => onOrigin(one, origin)));
    for (const { url } of list?.pages ?? []) reading.seeds.add(url, { via: reading.via, depth: 1 });
  }
}
