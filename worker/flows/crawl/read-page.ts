/** Requests one address and turns the response into a page with a file, or with the reason why it has none. */

import type { PageSkipReason } from '../../core/files/skip-reason-text.ts';
import { sha256 } from '../../core/text/hash.ts';
import { readRobotsDirectives } from '../../core/repositories/robots-directives.ts';
import { findLanguageFolder, locateAddress, type CrawlScope } from '../../ingestion/web/crawl-scope.ts';
import { normalizePageAddress } from '../../ingestion/web/page-address.ts';
import { writePageFile } from '../../ingestion/web/page-file.ts';
import type { CrawledPage, DiscoveredPage } from '../../ports/crawl-store.ts';
import type { PageResponse } from '../../ports/page-fetcher.ts';
import type { SiteRules, WebPage } from '../../ports/page-reader.ts';
import { skipOutcome } from './frontier.ts';
import { endPage, unchangedPage, type PageOutcome, type ReadPage } from './page-result.ts';
import { requestPage, isTemporary, requestedPauseMs } from './request-page.ts';
import type { WebAccess } from './web-access.ts';

export interface CrawlRequest {
  readonly found: DiscoveredPage;
  /** The page in the earlier snapshot. */
  readonly before: CrawledPage | undefined;
  readonly scope: CrawlScope;
  /** The language that the start page declares. */
  readonly language: string | undefined;
  readonly isAllowed: SiteRules['isAllowed'];
  /** Milliseconds left for the crawl. */
  readonly leftMs: number;
}

/** Reason of a page that is missing in two crawls in a row. The next crawl ignores it unless it is discovered again. */
export const goneReason = 'gone';

/** Reasons of a page that waits because the site requested a pause, after the first and the second attempt. The third is the last. */
const postponedReasons: readonly PageSkipReason[] = ['put-off', 'put-off-again'];

/** Reasons of a page that retains its earlier text because one, two or three crawls in a row did not reach it. The fourth drops it. */
const unreachedReasons: readonly PageSkipReason[] = [
  'not-reached',
  'not-reached-twice',
  'not-reached-thrice',
];

export async function readCrawledPage(web: WebAccess, request: CrawlRequest): Promise<ReadPage> {
  const { found, before, isAllowed } = request;
  const known = before?.path === undefined ? undefined : before;
  const pageRequest = {
    url: found.url,
    etag: known?.etag,
    lastModified: known?.lastModified,
    maxBytes: web.limits.maxPageBytes,
    isAllowed,
  };
  const response = await requestPage(web, pageRequest, { skipsBusyServer: true });
  if (response.outcome === 'failed') return handleFailure(request, response);
  if (response.outcome === 'unchanged')
    return known === undefined
      ? endPage(found, {
          state: 'failed',
          reason: 'status',
          detail: 'The server responded 304 to an unconditional request.',
        })
      : unchangedPage(found, known);
  const hash = await sha256(response.bytes);
  if (known?.hash === hash && response.url === known.url) return unchangedPage(found, known);
  return acceptPage(web, request, { response, hash });
}

/** Ends a page without a request. Its earlier text is used if there is one. */
export function endWithoutRequest(
  found: DiscoveredPage,
  before: CrawledPage | undefined,
  end: PageOutcome,
): ReadPage {
  return before?.path === undefined
    ? endPage(found, end)
    : unchangedPage(found, before, {
        reason: 'not-asked',
        detail: 'Its text is from the previous crawl, because this crawl reached its time limit.',
      });
}

type FailedResponse = Extract<PageResponse, { outcome: 'failed' }>;

/** Postpones the page if the server requests a pause. Otherwise, uses its earlier text or ends it. */
function handleFailure({ found, before, leftMs }: CrawlRequest, response: FailedResponse): ReadPage {
  const requestedMs = requestedPauseMs(response);
  // A single page may be unavailable for long. Status 429 is about the requests for all pages.
  const isGivenUp = requestedMs !== undefined && requestedMs > leftMs && response.status !== 429;
  const pauseMs = isGivenUp ? undefined : requestedMs;
  const reason = postponedReasons[postponedReasons.findIndex((code) => code === found.reason) + 1];
  if (pauseMs !== undefined && reason !== undefined)
    return { ...endPage(found, { state: 'waiting', reason, detail: response.detail }), pauseMs };
  const detail = isGivenUp
    ? `${response.detail} It requests a pause of ${Math.ceil(requestedMs / 1000)} seconds, which is longer than the time left for the crawl.`
    : response.detail;
  return { ...useEarlierText({ found, before }, { ...response, detail }), pauseMs, isGivenUp };
}

function useEarlierText(
  { found, before }: Pick<CrawlRequest, 'found' | 'before'>,
  response: FailedResponse,
): ReadPage {
  const reason = unreachedReasons[unreachedReasons.findIndex((code) => code === before?.reason) + 1];
  if (before?.path !== undefined && reason !== undefined && isTemporary(response)) {
    const detail = `${response.detail} Its text is from an earlier crawl.`;
    return unchangedPage(found, before, { reason, detail });
  }
  const isGone = response.status === 404 || response.status === 410;
  const wasGone = isGone && before?.state === 'failed';
  const end = toOutcome(response);
  return endPage(found, wasGone ? { ...end, reason: goneReason } : end);
}

function toOutcome({ reason, detail, status }: FailedResponse): PageOutcome {
  if (reason === 'address-refused' || reason === 'robots')
    return { state: 'blocked' as const, reason, detail };
  if (status === 401 || status === 403) return { state: 'blocked' as const, reason: 'forbidden', detail };
  const isSkipped = ['redirected-away', 'not-a-page', 'too-large'].includes(reason);
  return { state: isSkipped ? ('skipped' as const) : ('failed' as const), reason, detail };
}

interface FetchedPage {
  readonly response: Extract<PageResponse, { outcome: 'fetched' }>;
  readonly hash: string;
}

async function acceptPage(
  web: WebAccess,
  { found, scope, language }: CrawlRequest,
  { response, hash }: FetchedPage,
): Promise<ReadPage> {
  const page = web.pageReader.page(response);
  if (page === undefined)
    return endPage(found, {
      state: 'skipped',
      reason: 'not-a-page',
      detail: `It is of type ${response.contentType}.`,
    });
  const translation = findLanguageFolder(scope, response.url, { page: page.language, start: language });
  if (translation !== undefined)
    return { ...endPage(found, skipOutcome('other-language', `It is in ${page.language}.`)), translation };
  const { isIndexable, isFollowable } = readRobotsDirectives(response.robots);
  const links = isFollowable && page.isFollowable ? collectLinks(page) : [];
  const end = findSkipReason(page, { url: response.url, scope, isIndexable });
  if (end !== undefined) return { ...endPage(found, end), links };
  const text = writePageFile({ ...page, url: response.url });
  return {
    page: {
      ...endPage(found, { state: 'fetched', ...describeTruncation(page) }).page,
      url: response.url,
      etag: response.etag,
      lastModified: response.lastModified,
      hash,
      contentHash: await sha256(page.markdown),
      bytes: response.bytes.byteLength,
    },
    text,
    earlierPath: undefined,
    links,
  };
}

/** Marks an indexed page whose text was truncated. */
function describeTruncation({ isCut }: WebPage): Pick<PageOutcome, 'reason' | 'detail'> {
  return isCut ? { reason: 'cut', detail: 'It is too large: its end was truncated.' } : {};
}

function collectLinks({ links, canonical, redirectsTo }: WebPage): readonly string[] {
  return [...links, ...[canonical, redirectsTo].filter((link) => link !== undefined)];
}

interface PageFacts {
  readonly url: string;
  readonly scope: CrawlScope;
  readonly isIndexable: boolean;
}

/** Returns why a delivered page is skipped; undefined if it is accepted. */
function findSkipReason(page: WebPage, { url, scope, isIndexable }: PageFacts): PageOutcome | undefined {
  if (locateAddress(scope, url) !== 'inside')
    return skipOutcome('outside', `It redirects to ${url}, which is not part of this documentation.`);
  if (page.redirectsTo !== undefined)
    return skipOutcome('moved', `It only redirects to ${page.redirectsTo}.`);
  if (!isIndexable || !page.isIndexable)
    return skipOutcome('noindex', 'Its robots directives forbid indexing.');
  if (page.markdown.trim() === '')
    return skipOutcome(
      'no-text',
      'It has no text of its own. Scripts may add its text, but they are not run.',
    );
  const { canonical } = page;
  return canonical !== undefined && isQueryVariant(url, canonical)
    ? { state: 'duplicate', reason: 'canonical', detail: `It is another address of ${canonical}.` }
    : undefined;
}

/** Whether two addresses differ only in their query. A page whose canonical address has another path is compared by its text instead. */
function isQueryVariant(url: string, canonical: string): boolean {
  const address = normalizePageAddress(url);
  const other = normalizePageAddress(canonical);
  if (address === undefined || other === undefined || address === other) return false;
  return new URL(other).search === '' && address.split('?', 1)[0] === other;
}
