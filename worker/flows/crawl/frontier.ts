/** Collects the addresses that a crawl discovers, each once, and decides which of them to request. */

import {
  locateAddress,
  type CrawlScope,
  type CrawlFindings,
  type AddressLocation,
} from '../../ingestion/web/crawl-scope.ts';
import {
  toRequestUrl,
  isCircularPath,
  isNonPageFile,
  upgradeToHttps,
  normalizePageAddress,
} from '../../ingestion/web/page-address.ts';
import type { DiscoveredPage, DiscoveryMethod } from '../../ports/crawl-store.ts';
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

interface Discovery {
  readonly via: DiscoveryMethod;
  readonly depth: number;
}

export interface Frontier extends Pick<CurrentDocs, 'unproven' | 'addPage'> {
  /** Ignores addresses of other sites and folders. */
  add(url: string, found: Discovery): void;
  /** Adds a page of the earlier snapshot, with its original discovery. */
  addKnown(page: DiscoveredPage): void;
  finish(): FrontierResult;
}

interface FrontierResult {
  readonly found: readonly DiscoveredPage[];
  /** What the crawl knew about its site, and what it learned from these addresses. */
  readonly met: CrawlFindings;
}

export function createFrontier(
  { limits }: Pick<WebAccess, 'limits'>,
  { scope, rules }: { readonly scope: CrawlScope; readonly rules: SiteRules },
): Frontier {
  const found = new Map<string, DiscoveredPage>();
  const versions = new Set(scope.findings.versions);
  const currentDocs = createCurrentDocs(scope);
  const maxFound = limits.maxPages * 5;
  let spent = 0;

  function isAllowed(url: string): boolean {
    spent += rules.cost * url.length;
    return spent > maxRuleCost || rules.isAllowed(url);
  }

  const met = (): CrawlFindings => ({
    ...scope.findings,
    versions: [...versions],
    current: currentDocs.folders(),
  });

  function locate(address: string, within: CrawlScope): AddressLocation {
    const place = locateAddress(within, address);
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
  function recheck(page: DiscoveredPage, within: CrawlScope): DiscoveredPage {
    const misplaced = page.state === 'waiting' ? describeMisplaced(locate(page.address, within)) : undefined;
    return misplaced === undefined ? page : { ...page, ...misplaced };
  }

  return {
    add(text, how) {
      const url = upgradeToHttps(text, scope.origin);
      const address = normalizePageAddress(url);
      if (address !== undefined) record(address, toRequestUrl(url), how);
    },
    addKnown: (page) => record(page.address, page.url, page),
    unproven: currentDocs.unproven,
    addPage: currentDocs.addPage,
    finish() {
      const byVersions = { ...scope, findings: met() };
      const bySiblings = [...found.values()].map((page) => recheck(page, byVersions));
      const byAll = { ...scope, findings: met() };
      return { found: bySiblings.map((page) => recheck(page, byAll)), met: met() };
    },
  };
}

interface CandidatePage {
  readonly address: string;
  readonly url: string;
  readonly place: AddressLocation;
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
  if (isNonPageFile(url)) return skipped('not-a-page', 'Its name has the extension of another kind of file.');
  if (isCircularPath(address)) return skipped('circular', 'Its path repeats itself.');
  return isTooDeep ? skipped('too-deep', `It is more than ${maxDepth} links away.`) : undefined;
}

/** Why a page is skipped because of its version or language. */
export function describeMisplaced(place: AddressLocation) {
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
