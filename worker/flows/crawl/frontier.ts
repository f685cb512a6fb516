/** Collects the addresses that a crawl discovers, each once, and decides which of them to request. */

import { placeOf, type CrawlScope, type Met, type Placed } from '../../ingestion/web/crawl-scope.ts';
import {
  askedAddress,
  isCircular,
  isOtherFile,
  onOrigin,
  pageAddress,
} from '../../ingestion/web/page-address.ts';
import type { FoundPage, FoundVia } from '../../ports/crawl-store.ts';
import type { SiteRules } from '../../ports/page-reader.ts';
import { createCurrentDocs, type CurrentDocs } from './current-docs.ts';
import type { WebAccess } from './web-access.ts';

/** Version names stored per crawl. */
const maxVersions = 50;
/**
 * Steps spent on matching addresses against the site's rules (see `SiteRules.cost`): most of a second. Further addresses are checked when
 * they are requested.
 */
const maxRuleCost = 200_000_000;

export interface Discovery {
  readonly via: FoundVia;
  readonly depth: number;
}

export interface Frontier extends Pick<CurrentDocs, 'unproven' | 'addPage'> {
  /** Ignores addresses of other sites and folders. */
  add(url: string, found: Discovery): void;
  /** Adds a page of the earlier snapshot, with its original discovery. */
  addKnown(page: FoundPage): void;
  finish(): FrontierResult;
}

export interface FrontierResult {
  readonly found: readonly FoundPage[];
  /** What the crawl knew about its site, and what it learned from these addresses. */
  readonly met: Met;
}

export function createFrontier(
  { limits }: Pick<WebAccess, 'limits'>,
  { scope, rules }: { readonly scope: CrawlScope; readonly rules: SiteRules },
): Frontier {
  const found = new Map<string, FoundPage>();
  const versions = new Set(scope.met.versions);
  const currentDocs = createCurrentDocs(scope);
  const maxFound = limits.maxPages * 5;
  let spent = 0;

  function isAllowed(url: string): boolean {
    spent += rules.cost * url.length;
    return spent > maxRuleCost || rules.isAllowed(url);
  }

  const met = (): Met => ({ ...scope.met, versions: [...versions], current: currentDocs.folders() });

  function locate(address: string, within: CrawlScope): Placed {
    const place = placeOf(within, address);
    if (typeof place === 'object' && 'otherVersion' in place && versions.size < maxVersions)
      versions.add(place.otherVersion);
    return place;
  }

  function record(address: string, url: string, { via, depth }: Discovery): void {
    if (found.has(address) || found.size >= maxFound) return;
    const place = locate(address, scope);
    if (place === 'outside') return;
    const refusal = whyNotCrawled({ address, url, place, isTooDeep: depth > limits.maxDepth }, limits);
    const end = refusal ?? (isAllowed(url) ? undefined : blockedByRobots);
    const state = end?.state ?? 'waiting';
    if (state === 'waiting') currentDocs.add(address, url);
    found.set(address, { address, url, depth, via, state, reason: end?.reason, detail: end?.detail });
  }

  /** Checks a page again, with what all discovered addresses have shown. */
  function recheck(page: FoundPage, within: CrawlScope): FoundPage {
    const misplaced = page.state === 'waiting' ? describeMisplaced(locate(page.address, within)) : undefined;
    return misplaced === undefined ? page : { ...page, ...misplaced };
  }

  return {
    add(text, how) {
      const url = onOrigin(text, scope.origin);
      const address = pageAddress(url);
      if (address !== undefined) record(address, askedAddress(url), how);
    },
    addKnown: (page) => record(page.address, page.url, page),
    unproven: currentDocs.unproven,
    addPage: currentDocs.addPage,
    finish() {
      const byVersions = { ...scope, met: met() };
      const bySiblings = [...found.values()].map((page) => recheck(page, byVersions));
      const byAll = { ...scope, met: met() };
      return { found: bySiblings.map((page) => recheck(page, byAll)), met: met() };
    },
  };
}

interface CandidatePage {
  readonly address: string;
  readonly url: string;
  readonly place: Placed;
  readonly isTooDeep: boolean;
}

const blockedByRobots = {
  state: 'blocked' as const,
  reason: 'robots',
  detail: 'The robots.txt of the site does not allow it.',
};

function skipped(reason: string, detail: string) {
  return { state: 'skipped' as const, reason, detail };
}

function whyNotCrawled({ address, url, place, isTooDeep }: CandidatePage, { maxDepth }: WebAccess['limits']) {
  const misplaced = describeMisplaced(place);
  if (misplaced !== undefined) return misplaced;
  if (isOtherFile(url)) return skipped('not-a-page', 'Its name has the extension of another kind of file.');
  if (isCircular(address)) return skipped('circular', 'Its path repeats itself.');
  return isTooDeep ? skipped('too-deep', `It is more than ${maxDepth} links away.`) : undefined;
}

/** Why a page is skipped because of its version or language. */
export function describeMisplaced(place: Placed) {
  if (typeof place !== 'object') return undefined;
  return 'otherVersion' in place
    ? skipped(
        'other-version',
        `It belongs to version ${place.otherVersion}; only the start page’s version is crawled.`,
      )
    : skipped(
        'other-language',
        `It is a translation (${place.otherLanguage}); the start page is in another language.`,
      );
}
