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
import type { PageSkipReason } from '../../core/files/skip-reason-text.ts';
import type { DiscoveredPage, DiscoveryMethod } from '../../ports/crawl-store.ts';
import type { SiteRules } from '../../ports/page-reader.ts';
import { createCurrentDocs, type CurrentDocs } from './current-docs.ts';
import type { WebAccess } from './web-access.ts';

/** Maximum version names stored per crawl. */
const maxVersions = 50;
/**
 * Maximum cost of matching addresses against the site's rules (see `SiteRules.cost`), which is most of a second. Further addresses are
 * checked when they are requested.
 */
const maxRuleCost = 200_000_000;

interface Discovery {
  readonly via: DiscoveryMethod;
  readonly depth: number;
}

export interface Frontier extends Pick<CurrentDocs, 'foldersToProbe' | 'addPage'> {
  /** Ignores addresses of other sites and folders. */
  add(url: string, found: Discovery): void;
  /** Adds a page of the earlier snapshot, with its original discovery. */
  addKnown(page: DiscoveredPage): void;
  finish(): FrontierResult;
}

interface FrontierResult {
  readonly found: readonly DiscoveredPage[];
  /** What the crawl has found out about the site, in earlier parts and from these addresses. */
  readonly findings: CrawlFindings;
}

export function createFrontier(
  { limits }: Pick<WebAccess, 'limits'>,
  { scope, rules }: { readonly scope: CrawlScope; readonly rules: SiteRules },
): Frontier {
  const found = new Map<string, DiscoveredPage>();
  const versions = new Set(scope.findings.versions);
  const currentDocs = createCurrentDocs(scope);
  const maxFound = limits.maxPages * 5;
  let spentCost = 0;

  function isAllowed(url: string): boolean {
    spentCost += rules.cost * url.length;
    return spentCost > maxRuleCost || rules.isAllowed(url);
  }

  const collectFindings = (): CrawlFindings => ({
    ...scope.findings,
    versions: [...versions],
    current: currentDocs.folders(),
  });

  function locate(address: string, within: CrawlScope): AddressLocation {
    const location = locateAddress(within, address);
    if (typeof location === 'object' && 'otherVersion' in location && versions.size < maxVersions)
      versions.add(location.otherVersion);
    return location;
  }

  function record(address: string, url: string, { via, depth }: Discovery): void {
    if (found.has(address) || found.size >= maxFound) return;
    const location = locate(address, scope);
    if (location === 'outside') return;
    const skip = findSkipReason({ address, url, location, isTooDeep: depth > limits.maxDepth }, limits);
    const end = skip ?? (isAllowed(url) ? undefined : blockedByRobots);
    const state = end?.state ?? 'waiting';
    if (state === 'waiting') currentDocs.add(address, url);
    found.set(address, { address, url, depth, via, state, reason: end?.reason, detail: end?.detail });
  }

  /** Checks a page again, with the findings from all discovered addresses. */
  function recheck(page: DiscoveredPage, within: CrawlScope): DiscoveredPage {
    const misplaced = page.state === 'waiting' ? describeMisplaced(locate(page.address, within)) : undefined;
    return misplaced === undefined ? page : { ...page, ...misplaced };
  }

  return {
    add(text, discovery) {
      const url = upgradeToHttps(text, scope.origin);
      const address = normalizePageAddress(url);
      if (address !== undefined) record(address, toRequestUrl(url), discovery);
    },
    addKnown: (page) => record(page.address, page.url, page),
    foldersToProbe: currentDocs.foldersToProbe,
    addPage: currentDocs.addPage,
    finish() {
      // The first pass may find further versions, so a second pass checks the pages against those too.
      const firstScope = { ...scope, findings: collectFindings() };
      const rechecked = [...found.values()].map((page) => recheck(page, firstScope));
      const secondScope = { ...scope, findings: collectFindings() };
      return {
        found: rechecked.map((page) => recheck(page, secondScope)),
        findings: collectFindings(),
      };
    },
  };
}

interface CandidatePage {
  readonly address: string;
  readonly url: string;
  readonly location: AddressLocation;
  readonly isTooDeep: boolean;
}

const blockedByRobots = {
  state: 'blocked' as const,
  reason: 'robots',
  detail: 'The robots.txt of the site does not allow it.',
};

/** The outcome of an address that is in the crawl's list but has no file. */
export function skipOutcome(reason: PageSkipReason, detail: string) {
  return { state: 'skipped' as const, reason, detail };
}

function findSkipReason(
  { address, url, location, isTooDeep }: CandidatePage,
  { maxDepth }: WebAccess['limits'],
) {
  const misplaced = describeMisplaced(location);
  if (misplaced !== undefined) return misplaced;
  if (isNonPageFile(url))
    return skipOutcome('not-a-page', 'Its name has the extension of another kind of file.');
  if (isCircularPath(address)) return skipOutcome('circular', 'Its path repeats itself.');
  return isTooDeep ? skipOutcome('too-deep', `It is more than ${maxDepth} links away.`) : undefined;
}

/** Describes why a page of another version or language is skipped. */
export function describeMisplaced(location: AddressLocation) {
  if (typeof location !== 'object') return undefined;
  return 'otherVersion' in location
    ? skipOutcome(
        'other-version',
        `It belongs to version ${location.otherVersion}; only the start page’s version is crawled.`,
      )
    : skipOutcome(
        'other-language',
        `It is a translation (${location.otherLanguage}); the start page is in another language.`,
      );
}
