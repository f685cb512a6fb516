/**
 * Whether a folder such as `/docs/` holds the documentation of now beside versions of it. It does where most of the pages known of
 * versions are known without one too (`/docs/intro` beside `/docs/1.0.0/intro`), and one of those is really a page there: a version must
 * not be left out for what leads back to it, nor for a list of changes that is kept for all.
 */

import { heldPage, placeOf, type CrawlScope } from '../../ingestion/web/crawl-scope.ts';
import type { SiteRules } from '../../ports/page-reader.ts';
import { askPage, pause } from './crawl-ask.ts';
import type { WebAccess } from './web-access.ts';

/** Folders kept, and asked for proof. */
const maxFolders = 50;
/** Asked at most before the next part. */
const maxAsked = 5;

interface Known {
  /** What lies below a version. */
  readonly ofVersions: Set<string>;
  /** What lies there without one, and its address. */
  readonly plain: Map<string, string>;
  /** What of that is a page. */
  readonly pages: Set<string>;
}

export interface CurrentDocs {
  add(address: string, url: string): void;
  /** Of a page that was sent from that address. */
  addPage(address: string): void;
  /** Folders, with those known before. */
  folders(): readonly string[];
  /** Of each folder that lacks nothing but a page, one to ask for. */
  unproven(): readonly { readonly folder: string; readonly url: string }[];
}

export function createCurrentDocs(scope: CrawlScope): CurrentDocs {
  const byFolder = new Map<string, Known>();
  const knownOf = (folder: string): Known => {
    const known = byFolder.get(folder) ?? { ofVersions: new Set(), plain: new Map(), pages: new Set() };
    byFolder.set(folder, known);
    return known;
  };
  function add(address: string, url: string): void {
    const held = heldPage(scope, address);
    if (held === undefined) return;
    const { ofVersions, plain } = knownOf(held.folder);
    if (held.isOfVersion) ofVersions.add(held.rest);
    else if (!plain.has(held.rest)) plain.set(held.rest, url);
  }
  return {
    add,
    addPage(address) {
      const held = placeOf(scope, address) === 'inside' ? heldPage(scope, address) : undefined;
      if (held === undefined || held.isOfVersion) return;
      add(address, address);
      knownOf(held.folder).pages.add(held.rest);
    },
    folders() {
      const proven = [...byFolder].filter(
        ([, known]) => isInBoth(known) && [...known.pages].some((rest) => known.ofVersions.has(rest)),
      );
      const all = new Set([...scope.met.current, ...proven.map(([folder]) => folder)]);
      return [...all].slice(0, maxFolders);
    },
    unproven() {
      const { current, asked } = scope.met;
      return [...byFolder].flatMap(([folder, known]) => {
        if (current.includes(folder) || asked.includes(folder) || !isInBoth(known)) return [];
        const [, url] = [...known.plain].find(([rest]) => known.ofVersions.has(rest)) ?? [];
        return url === undefined ? [] : [{ folder, url }];
      });
    },
  };
}

/** Whether half of what is known of versions, or more, is known without one. */
function isInBoth({ ofVersions, plain }: Known): boolean {
  const both = [...ofVersions].filter((rest) => plain.has(rest));
  return both.length > 0 && both.length * 2 >= ofVersions.size;
}

/** Asks for what would prove that, so that no version is taken before. @returns the folders that have been asked about, with those before */
export async function proveCurrent(
  web: WebAccess,
  docs: Pick<CurrentDocs, 'unproven' | 'addPage'>,
  { rules, asked }: { readonly rules: SiteRules; readonly asked: readonly string[] },
): Promise<readonly string[]> {
  const { isAllowed, delayMs } = rules;
  const unproven = docs.unproven().slice(0, maxAsked);
  for (const { url } of unproven) {
    if (delayMs > 0) await pause(delayMs);
    const response = await askPage(web, { url, maxBytes: web.limits.maxPageBytes, isAllowed });
    if (response.outcome !== 'fetched') continue;
    const page = web.pageReader.page(response);
    if (page !== undefined && page.redirectsTo === undefined) docs.addPage(response.url);
  }
  return [...asked, ...unproven.map(({ folder }) => folder)].slice(0, maxFolders);
}
