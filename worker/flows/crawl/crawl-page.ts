/** One address asked, and what became of it: a page's file, or the reason there is none. */

import { sha256 } from '../../core/hash.ts';
import { readRobotsDirectives } from '../../core/robots-directives.ts';
import { languageFolder, placeOf, type CrawlScope } from '../../ingestion/web/crawl-scope.ts';
import { pageAddress } from '../../ingestion/web/page-address.ts';
import { writePageFile } from '../../ingestion/web/page-file.ts';
import type { CrawledPage, FoundPage } from '../../ports/crawl-store.ts';
import type { PageResponse } from '../../ports/page-fetcher.ts';
import type { SiteRules, WebPage } from '../../ports/page-reader.ts';
import { askPage, mayPass, pauseAskedFor } from './crawl-ask.ts';
import type { WebAccess } from './web-access.ts';

/** A page as it was read, before it is known whether another is the same. */
export interface ReadPage {
  readonly page: CrawledPage;
  /** The whole file; undefined of what is no file, and of one whose text the state before holds. */
  readonly text: string | undefined;
  /** Where that lies there. */
  readonly keptPath: string | undefined;
  /** Absolute addresses it leads to. */
  readonly links: readonly string[];
  /** Milliseconds the site wants to be left alone. */
  readonly pauseMs?: number | undefined;
  /** Whether it alone was given up, since it asks for a longer pause than there is time. */
  readonly isGivenUp?: boolean;
  /** The folder of a translation it shows there to be. */
  readonly translation?: string;
}

/** What became of an address that is no file. */
interface End {
  readonly state: CrawledPage['state'];
  readonly reason?: string | undefined;
  readonly detail?: string | undefined;
}

export interface PageQuestion {
  readonly found: FoundPage;
  /** What became of it in the state before. */
  readonly before: CrawledPage | undefined;
  readonly scope: CrawlScope;
  /** Of the start, as it tells. */
  readonly language: string | undefined;
  readonly isAllowed: SiteRules['isAllowed'];
  /** Milliseconds the crawl still has. */
  readonly leftMs: number;
}

/** Of a page that was not there in the state before either: the next crawl looks for it no more, unless it is found anew. */
export const goneReason = 'gone';

/** Of a page that is asked again after a pause the site wanted: after the first time, and the second. There is no fourth try. */
const putOff = ['put-off', 'put-off-again'];

/** Of a page whose text is that of an earlier crawl, since it was not reached in one, two and three crawls running. The fourth gives it up. */
const notReached = ['not-reached', 'not-reached-twice', 'not-reached-thrice'];

export async function readCrawledPage(web: WebAccess, question: PageQuestion): Promise<ReadPage> {
  const { found, before, isAllowed } = question;
  const known = before?.path === undefined ? undefined : before;
  const request = {
    url: found.url,
    etag: known?.etag,
    lastModified: known?.lastModified,
    maxBytes: web.limits.maxPageBytes,
    isAllowed,
  };
  const response = await askPage(web, request, { leavesBusy: true });
  if (response.outcome === 'failed') return notHad(question, response);
  if (response.outcome === 'unchanged')
    return known === undefined
      ? ended(found, { state: 'failed', reason: 'status', detail: 'The server answered 304 unasked.' })
      : kept(found, known);
  const hash = await sha256(response.bytes);
  if (known?.hash === hash && response.url === known.url) return kept(found, known);
  return taken(web, question, { response, hash });
}

/** A page whose turn never came: what the state before holds of it is still the best there is. */
export function unasked(found: FoundPage, before: CrawledPage | undefined, end: End): ReadPage {
  return before?.path === undefined
    ? ended(found, end)
    : kept(found, before, {
        reason: 'not-asked',
        detail: 'Its text is that of the crawl before: the time was over.',
      });
}

type Failed = Extract<PageResponse, { outcome: 'failed' }>;

/** What fails only now is asked again later, or keeps the text of the state before. */
function notHad({ found, before, leftMs }: PageQuestion, response: Failed): ReadPage {
  const wantedMs = pauseAskedFor(response);
  // A page may be out of order for long where the site is not; too many requests are those of all pages.
  const isGivenUp = wantedMs !== undefined && wantedMs > leftMs && response.status !== 429;
  const pauseMs = isGivenUp ? undefined : wantedMs;
  const reason = putOff[putOff.indexOf(found.reason ?? '') + 1];
  if (pauseMs !== undefined && reason !== undefined)
    return { ...ended(found, { state: 'waiting', reason, detail: response.detail }), pauseMs };
  const detail = isGivenUp
    ? `${response.detail} It asks for a pause of ${Math.ceil(wantedMs / 1000)} seconds, longer than the crawl lasts.`
    : response.detail;
  return { ...withoutAnswer({ found, before }, { ...response, detail }), pauseMs, isGivenUp };
}

function withoutAnswer(
  { found, before }: Pick<PageQuestion, 'found' | 'before'>,
  response: Failed,
): ReadPage {
  const reason = notReached[notReached.indexOf(before?.reason ?? '') + 1];
  if (before?.path !== undefined && reason !== undefined && mayPass(response)) {
    const detail = `${response.detail} Its text is that of an earlier crawl.`;
    return kept(found, before, { reason, detail });
  }
  const isGone = response.status === 404 || response.status === 410;
  const wasGone = isGone && before?.state === 'failed';
  const end = endOf(response);
  return ended(found, wasGone ? { ...end, reason: goneReason } : end);
}

function endOf({ reason, detail, status }: Failed) {
  if (reason === 'address-refused' || reason === 'robots')
    return { state: 'blocked' as const, reason, detail };
  if (status === 401 || status === 403) return { state: 'blocked' as const, reason: 'forbidden', detail };
  const isSkipped = ['redirected-away', 'not-a-page', 'too-large'].includes(reason);
  return { state: isSkipped ? ('skipped' as const) : ('failed' as const), reason, detail };
}

interface Fetched {
  readonly response: Extract<PageResponse, { outcome: 'fetched' }>;
  readonly hash: string;
}

async function taken(
  web: WebAccess,
  { found, scope, language }: PageQuestion,
  { response, hash }: Fetched,
): Promise<ReadPage> {
  const page = web.pageReader.page(response);
  if (page === undefined)
    return ended(found, {
      state: 'skipped',
      reason: 'not-a-page',
      detail: `It is of type ${response.contentType}.`,
    });
  const translation = languageFolder(scope, response.url, { page: page.language, start: language });
  if (translation !== undefined)
    return { ...ended(found, skipped('other-language', `It is in ${page.language}.`)), translation };
  const { isIndexable, isFollowable } = readRobotsDirectives(response.robots);
  const links = isFollowable && page.isFollowable ? linksOf(page) : [];
  const end = refusalOf(page, { url: response.url, scope, isIndexable });
  if (end !== undefined) return { ...ended(found, end), links };
  const text = writePageFile({ ...page, url: response.url });
  return {
    page: {
      ...ended(found, { state: 'fetched', ...cutOf(page) }).page,
      url: response.url,
      etag: response.etag,
      lastModified: response.lastModified,
      hash,
      contentHash: await sha256(page.markdown),
      bytes: response.bytes.byteLength,
    },
    text,
    keptPath: undefined,
    links,
  };
}

/** Told of a page that is in the index, but not with all its text. */
function cutOf({ isCut }: WebPage): Pick<End, 'reason' | 'detail'> {
  return isCut ? { reason: 'cut', detail: 'It is too large: its end was left out.' } : {};
}

function linksOf({ links, canonical, redirectsTo }: WebPage): readonly string[] {
  return [...links, ...[canonical, redirectsTo].filter((one) => one !== undefined)];
}

interface PageFacts {
  readonly url: string;
  readonly scope: CrawlScope;
  readonly isIndexable: boolean;
}

function skipped(reason: string, detail: string): End {
  return { state: 'skipped', reason, detail };
}

/** Why a page that was sent is not taken. */
function refusalOf(page: WebPage, { url, scope, isIndexable }: PageFacts): End | undefined {
  if (placeOf(scope, url) !== 'inside')
    return skipped('outside', `It leads to ${url}, which is no part of this documentation.`);
  if (page.redirectsTo !== undefined) return skipped('moved', `It only leads on to ${page.redirectsTo}.`);
  if (!isIndexable || !page.isIndexable) return skipped('noindex', 'It asks not to be indexed.');
  if (page.markdown.trim() === '')
    return skipped(
      'no-text',
      'It holds no text of its own; its text may be written by scripts, which are not run.',
    );
  const { canonical } = page;
  return canonical !== undefined && isVariantOf(url, canonical)
    ? { state: 'duplicate', reason: 'canonical', detail: `It is ${canonical} by another address.` }
    : undefined;
}

/** Whether two addresses differ in their query alone: a page that names another path as its own is judged by its text. */
function isVariantOf(url: string, canonical: string): boolean {
  const [one, other] = [pageAddress(url), pageAddress(canonical)];
  if (one === undefined || other === undefined || one === other || new URL(other).search !== '') return false;
  return one.split('?', 1)[0] === other;
}

export function ended(found: FoundPage, { state, reason, detail }: End): ReadPage {
  const nothing = {
    path: undefined,
    etag: undefined,
    lastModified: undefined,
    hash: undefined,
    contentHash: undefined,
  };
  return {
    page: { ...found, state, reason, detail, ...nothing, bytes: 0, pack: undefined },
    text: undefined,
    keptPath: undefined,
    links: [],
  };
}

/** As the state before knows it; where it was found is told anew, and why it is kept where that is not the server's word. */
function kept(
  { depth, via }: FoundPage,
  before: CrawledPage,
  { reason, detail }: Pick<End, 'reason' | 'detail'> = {},
): ReadPage {
  return {
    page: { ...before, depth, via, state: 'unchanged', reason, detail, pack: undefined, path: undefined },
    text: undefined,
    keptPath: before.path,
    links: [],
  };
}
