/**
 * Runs the first part of a crawl: reads the site's rules, resolves the start page, and reads its lists of pages (sitemaps, llms.txt,
 * feeds). The addresses that it finds are the frontier of the next parts.
 */

import { AppError } from '../../core/errors.ts';
import { suggestRepository } from '../../core/repositories/suggestions.ts';
import { createCrawlScope, locateAddress, type CrawlFindings } from '../../ingestion/web/crawl-scope.ts';
import { upgradeToHttps } from '../../ingestion/web/page-address.ts';
import type { Crawl, CrawledPage, DiscoveredPage, DiscoveryMethod } from '../../ports/crawl-store.ts';
import type { PageResponse } from '../../ports/page-fetcher.ts';
import type { SiteRules } from '../../ports/page-reader.ts';
import { requestPage } from './request-page.ts';
import { probeCurrentDocs } from './current-docs.ts';
import { createFrontier, type Frontier } from './frontier.ts';
import { goneReason } from './read-page.ts';
import type { WebAccess } from './web-access.ts';

/** Maximum lists that are read per site. Sitemap indexes refer to further lists. */
const maxLists = 50;
const maxListBytes = 10_000_000;
const maxRobotsBytes = 512_000;

/** Maximum permanent redirects that are followed from the start page. */
const maxMoves = 3;
/** Maximum origins that are followed in total. A redirect to https or `www.` counts here, but not as a permanent move. */
const maxOrigins = 8;

interface StartedCrawl {
  readonly crawl: Crawl;
  readonly found: readonly DiscoveredPage[];
  readonly findings: CrawlFindings;
  /** The language that the start page declares. */
  readonly language: string | undefined;
}

interface CrawlStart {
  readonly start: string;
  readonly base: Crawl['base'];
  /** The pages of the earlier snapshot. */
  readonly before: readonly CrawledPage[];
}

/** @throws AppError `crawl_empty` if the start page cannot be read, with the reason */
export async function startCrawl(web: WebAccess, { start, base, before }: CrawlStart): Promise<StartedCrawl> {
  const { landing, site } = await followStart(web, start);
  const scope = createCrawlScope(landing.url);
  const page = web.pageReader.page(landing);
  const seeds = createFrontier(web, { scope, rules: site.rules });
  seeds.add(landing.url, { via: 'start', depth: 0 });
  const { origin } = scope;
  const reading = { site, origin, seeds };
  const listed = site.rules.sitemaps.filter((url) => new URL(upgradeToHttps(url, origin)).origin === origin);
  const sitemaps = listed.length > 0 ? listed : [`${origin}/sitemap.xml`];
  const folderSitemaps = scope.folder === '/' ? [] : [`${origin}${scope.folder}sitemap.xml`];
  await readLists(web, [...sitemaps, ...folderSitemaps], { ...reading, via: 'sitemap' });
  const llms = [...new Set([`${origin}${scope.folder}llms.txt`, `${origin}/llms.txt`])];
  await readLists(web, llms, { ...reading, via: 'llms' });
  await readLists(web, page?.feeds ?? [], { ...reading, via: 'feed' });
  // Unchanged pages are not parsed again, so the targets of their links come from the earlier snapshot.
  for (const known of before) if (known.reason !== goneReason) seeds.addKnown(known);
  const asked = await probeCurrentDocs(web, seeds, { rules: { ...site.rules, delayMs: 0 }, asked: [] });
  const { found, findings } = seeds.finish();
  return {
    crawl: { start: landing.url, robots: site.text, base, cappedBy: undefined, versions: findings.versions },
    found,
    findings: { ...findings, probed: asked },
    language: page?.language,
  };
}

interface Site {
  readonly text: string;
  readonly rules: SiteRules;
}

/** Reads the rules of a site. A missing robots.txt allows everything. An unreachable one forbids everything (RFC 9309, 2.3.1). */
async function fetchRules(web: WebAccess, url: string): Promise<Site> {
  const robotsUrl = `${new URL(url).origin}/robots.txt`;
  const response = await requestPage(web, { url: robotsUrl, maxBytes: maxRobotsBytes, acceptsAnyType: true });
  const text = readRobotsText(response, { robotsUrl, start: url });
  return {
    text,
    rules: web.pageReader.robots({ url: robotsUrl, text, userAgent: web.pageFetcher.userAgent }),
  };
}

function readRobotsText(
  response: PageResponse,
  { robotsUrl, start }: { readonly robotsUrl: string; readonly start: string },
): string {
  if (response.outcome === 'fetched') {
    const text = new TextDecoder().decode(response.bytes);
    // A truncated line would be a different rule.
    return response.bytes.byteLength < maxRobotsBytes ? text : text.slice(0, text.lastIndexOf('\n') + 1);
  }
  if (response.outcome === 'unchanged') return '';
  const { status = 0, reason, detail } = response;
  const isAbsent = status >= 400 && status < 500 && status !== 429;
  if (isAbsent || reason === 'redirected-away') return '';
  const problem = `${robotsUrl} could not be read, and a site with unknown rules is not crawled`;
  throw createEmptyCrawlError(`${problem}: ${detail}${formatSuggestion(start)}`, reason);
}

interface ResolvedStart {
  readonly landing: Extract<PageResponse, { outcome: 'fetched' }>;
  readonly site: Site;
}

/** Follows the redirects of the start page to its final address, and reads the rules there. A permanent move may lead to another site. */
async function followStart(web: WebAccess, start: string): Promise<ResolvedStart> {
  let url = start;
  let moves = 0;
  for (let origins = 0; ; origins += 1) {
    const site = await fetchRules(web, url);
    const response = await requestWithinOrigin(web, url, site.rules);
    const final =
      response.outcome === 'fetched' ? await followPageRedirect(web, response, site.rules) : response;
    if (final.outcome === 'fetched') return { landing: final, site };
    const target = final.outcome === 'failed' ? final.leadsTo : undefined;
    if (target?.isForGood === true) moves += 1;
    const next = target?.isForGood === true ? target.url : findOtherOrigin(final, url);
    if (next === undefined || moves > maxMoves || origins === maxOrigins)
      throw unreadableStartError(url, final);
    url = next;
  }
}

/** Requests a page, but stops at a redirect to another origin, whose rules are not known yet. */
async function requestWithinOrigin(web: WebAccess, url: string, rules: SiteRules): Promise<PageResponse> {
  const { origin } = new URL(url);
  const isAllowed = (hop: string): boolean => new URL(hop).origin === origin && rules.isAllowed(hop);
  return requestPage(web, { url, maxBytes: web.limits.maxPageBytes, isAllowed });
}

/** Returns the address at another origin that was not requested, such as one with https or `www.`. */
function findOtherOrigin(
  response: Exclude<PageResponse, ResolvedStart['landing']>,
  url: string,
): string | undefined {
  return new URL(response.url).origin === new URL(url).origin ? undefined : response.url;
}

/** Follows a redirect in the content of the start page, which sites with several versions use. */
async function followPageRedirect(
  web: WebAccess,
  response: ResolvedStart['landing'],
  rules: SiteRules,
): Promise<PageResponse> {
  const moved = web.pageReader.page(response)?.redirectsTo;
  if (moved === undefined || locateAddress(createCrawlScope(response.url), moved) === 'outside')
    return response;
  const next = await requestWithinOrigin(web, moved, rules);
  return next.outcome === 'fetched' || findOtherOrigin(next, moved) !== undefined ? next : response;
}

function unreadableStartError(
  url: string,
  response: Exclude<PageResponse, { outcome: 'fetched' }>,
): AppError {
  if (response.outcome === 'unchanged')
    return createEmptyCrawlError(`${url} could not be read: the server did not send it.`, 'status');
  const { reason, detail, leadsTo } = response;
  if (reason === 'robots')
    return createEmptyCrawlError('The robots.txt of the site does not allow the start page.', reason);
  const details = leadsTo === undefined ? {} : { leadsTo: leadsTo.url };
  return createEmptyCrawlError(
    `${url} could not be read: ${detail}${formatSuggestion(url)}`,
    reason,
    details,
  );
}

function formatSuggestion(url: string): string {
  const repository = suggestRepository(new URL(url));
  return repository === undefined ? '' : ` Did you mean ${repository}?`;
}

export function createEmptyCrawlError(
  message: string,
  reason: string,
  details: Record<string, unknown> = {},
): AppError {
  return new AppError('crawl_empty', message, { details: { reason, ...details } });
}

interface ListReading {
  readonly site: Site;
  readonly origin: string;
  readonly seeds: Frontier;
  readonly via: DiscoveryMethod;
}

/** Reads lists of pages. Lists that are missing or of another kind are ignored. Lists of other sites are not requested. */
async function readLists(web: WebAccess, first: readonly string[], reading: ListReading): Promise<void> {
  const { origin, site } = reading;
  const { isAllowed } = site.rules;
  const waiting = first.map((url) => upgradeToHttps(url, origin));
  const requested = new Set<string>();
  for (let next = waiting.shift(); next !== undefined && requested.size < maxLists; next = waiting.shift()) {
    if (requested.has(next) || new URL(next).origin !== origin) continue;
    requested.add(next);
    const response = await requestPage(web, { url: next, maxBytes: maxListBytes, isAllowed });
    const list = response.outcome === 'fetched' ? await web.pageReader.list(response) : undefined;
    waiting.push(...(list?.lists ?? []).map((url) => upgradeToHttps(url, origin)));
    for (const { url } of list?.pages ?? []) reading.seeds.add(url, { via: reading.via, depth: 1 });
  }
}
