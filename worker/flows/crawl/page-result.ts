/** The result of reading one page in a crawl: the page, its new text if any, and its links. */

import type { PageSkipReason } from '../../core/files/skip-reason-text.ts';
import type { CrawledPage, DiscoveredPage } from '../../ports/crawl-store.ts';

/** A page before deduplication. */
export interface ReadPage {
  readonly page: CrawledPage;
  /** The text of the page's file; undefined if there is no file, and for an unchanged page. */
  readonly text: string | undefined;
  /** Path of an unchanged page's file in the earlier snapshot. */
  readonly earlierPath: string | undefined;
  /** Absolute addresses that the page links to. */
  readonly links: readonly string[];
  /** The pause that the site requests, in milliseconds. */
  readonly pauseMs?: number | undefined;
  /** Whether the page was abandoned because it requests a pause longer than the time left. */
  readonly isGivenUp?: boolean;
  /** The folder of the translation that this page revealed. */
  readonly translation?: string;
}

/** The outcome of an address without a file. */
export interface PageOutcome {
  readonly state: CrawledPage['state'];
  readonly reason?: PageSkipReason | undefined;
  readonly detail?: string | undefined;
}

export function endPage(found: DiscoveredPage, { state, reason, detail }: PageOutcome): ReadPage {
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
    earlierPath: undefined,
    links: [],
  };
}

/** Returns the page of the earlier snapshot with its new discovery. It has a reason unless the server reported it as unchanged. */
export function unchangedPage(
  { depth, via }: DiscoveredPage,
  before: CrawledPage,
  { reason, detail }: Pick<PageOutcome, 'reason' | 'detail'> = {},
): ReadPage {
  return {
    page: { ...before, depth, via, state: 'unchanged', reason, detail, pack: undefined, path: undefined },
    text: undefined,
    earlierPath: before.path,
    links: [],
  };
}
