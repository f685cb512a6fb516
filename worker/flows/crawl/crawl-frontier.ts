/** The addresses a crawl has found, each once, with what is known of it before it is asked. */

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
import { createCurrentDocs, type CurrentDocs } from './crawl-current.ts';
import type { WebAccess } from './web-access.ts';

/** Names kept of the versions a crawl meets. */
const maxMet = 50;
/** Steps spent on judging addresses by the rules of the site (see `SiteRules.cost`): most of a second. Those beyond are judged when they are asked. */
const maxJudging = 200_000_000;

export interface Found {
  readonly via: FoundVia;
  readonly depth: number;
}

export interface Frontier extends Pick<CurrentDocs, 'unproven' | 'addPage'> {
  /** Those of other sites and folders are not of this crawl. */
  add(url: string, found: Found): void;
  /** What the state before knows of, as it was found then. */
  again(page: FoundPage): void;
  gathered(): Gathered;
}

export interface Gathered {
  readonly found: readonly FoundPage[];
  /** What the crawl knew of its site, and what it learnt from these. */
  readonly met: Met;
}

export function createFrontier(
  { limits }: Pick<WebAccess, 'limits'>,
  { scope, rules }: { readonly scope: CrawlScope; readonly rules: SiteRules },
): Frontier {
  const found = new Map<string, FoundPage>();
  const versions = new Set(scope.met.versions);
  const currentDocs = createCurrentDocs(scope);
  const most = limits.maxPages * 5;
  let spent = 0;

  function isAllowed(url: string): boolean {
    spent += rules.cost * url.length;
    return spent > maxJudging || rules.isAllowed(url);
  }

  const met = (): Met => ({ ...scope.met, versions: [...versions], current: currentDocs.folders() });

  function placed(address: string, of: CrawlScope): Placed {
    const place = placeOf(of, address);
    if (typeof place === 'object' && 'otherVersion' in place && versions.size < maxMet)
      versions.add(place.otherVersion);
    return place;
  }

  function put(address: string, url: string, { via, depth }: Found): void {
    if (found.has(address) || found.size >= most) return;
    const place = placed(address, scope);
    if (place === 'outside') return;
    const refusal = refusalOf({ address, url, place, isTooDeep: depth > limits.maxDepth }, limits);
    const end = refusal ?? (isAllowed(url) ? undefined : byRobots);
    const state = end?.state ?? 'waiting';
    if (state === 'waiting') currentDocs.add(address, url);
    found.set(address, { address, url, depth, via, state, reason: end?.reason, detail: end?.detail });
  }

  /** As it is known to be once all are known. */
  function settled(page: FoundPage, of: CrawlScope): FoundPage {
    const misplaced = page.state === 'waiting' ? misplacedAs(placed(page.address, of)) : undefined;
    return misplaced === undefined ? page : { ...page, ...misplaced };
  }

  return {
    add(text, how) {
      const url = onOrigin(text, scope.origin);
      const address = pageAddress(url);
      if (address !== undefined) put(address, askedAddress(url), how);
    },
    again: (page) => put(page.address, page.url, page),
    unproven: currentDocs.unproven,
    addPage: currentDocs.addPage,
    gathered() {
      const byVersions = { ...scope, met: met() };
      const bySiblings = [...found.values()].map((page) => settled(page, byVersions));
      const byAll = { ...scope, met: met() };
      return { found: bySiblings.map((page) => settled(page, byAll)), met: met() };
    },
  };
}

interface Judged {
  readonly address: string;
  readonly url: string;
  readonly place: Placed;
  readonly isTooDeep: boolean;
}

const byRobots = {
  state: 'blocked' as const,
  reason: 'robots',
  detail: 'The robots.txt of the site does not allow it.',
};

function skipped(reason: string, detail: string) {
  return { state: 'skipped' as const, reason, detail };
}

function refusalOf({ address, url, place, isTooDeep }: Judged, { maxDepth }: WebAccess['limits']) {
  const misplaced = misplacedAs(place);
  if (misplaced !== undefined) return misplaced;
  if (isOtherFile(url)) return skipped('not-a-page', 'Its name is that of another kind of file.');
  if (isCircular(address)) return skipped('circular', 'Its path repeats itself.');
  return isTooDeep ? skipped('too-deep', `It is more than ${maxDepth} links away.`) : undefined;
}

/** Of a page of another version or language, why it is left out. */
export function misplacedAs(place: Placed) {
  if (typeof place !== 'object') return undefined;
  return 'otherVersion' in place
    ? skipped('other-version', `It is of the version ${place.otherVersion}; that of the start is taken.`)
    : skipped(
        'other-language',
        `It is in a translation, ${place.otherLanguage}; the start is in another language.`,
      );
}
