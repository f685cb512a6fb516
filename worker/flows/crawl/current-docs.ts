/**
 * Detects folders such as `/docs/` that contain the current documentation next to versions of it. Most known pages of versions must also be
 * known without one (`/docs/intro` and `/docs/1.0.0/intro`), and one of those must really be a page: a version must not be skipped because
 * of redirects back to it, or because of a changelog shared by all versions.
 */

import { parseDocsPage, locateAddress, type CrawlScope } from '../../ingestion/web/crawl-scope.ts';
import type { SiteRules } from '../../ports/page-reader.ts';
import { requestPage, sleep } from './request-page.ts';
import type { WebAccess } from './web-access.ts';

/** Folders tracked, and folders probed. */
const maxFolders = 50;
/** Probes per part. */
const maxProbes = 5;

interface FolderPages {
  /** Paths below a version. */
  readonly versioned: Set<string>;
  /** Paths without a version, with their URLs. */
  readonly unversioned: Map<string, string>;
  /** Paths without a version that are pages. */
  readonly pages: Set<string>;
}

export interface CurrentDocs {
  add(address: string, url: string): void;
  /** Records that a page was delivered from this address. */
  addPage(address: string): void;
  /** The folders found, including those known before. */
  folders(): readonly string[];
  /** For each folder that only lacks a confirmed page, a URL to probe. */
  unproven(): readonly { readonly folder: string; readonly url: string }[];
}

export function createCurrentDocs(scope: CrawlScope): CurrentDocs {
  const byFolder = new Map<string, FolderPages>();
  const folderPages = (folder: string): FolderPages => {
    const known = byFolder.get(folder) ?? { versioned: new Set(), unversioned: new Map(), pages: new Set() };
    byFolder.set(folder, known);
    return known;
  };
  function add(address: string, url: string): void {
    const place = parseDocsPage(scope, address);
    if (place === undefined) return;
    const { versioned, unversioned } = folderPages(place.folder);
    if (place.isOfVersion) versioned.add(place.rest);
    else if (!unversioned.has(place.rest)) unversioned.set(place.rest, url);
  }
  return {
    add,
    addPage(address) {
      const place = locateAddress(scope, address) === 'inside' ? parseDocsPage(scope, address) : undefined;
      if (place === undefined || place.isOfVersion) return;
      add(address, address);
      folderPages(place.folder).pages.add(place.rest);
    },
    folders() {
      const proven = [...byFolder].filter(
        ([, known]) => isMostlyInBoth(known) && [...known.pages].some((rest) => known.versioned.has(rest)),
      );
      const all = new Set([...scope.findings.current, ...proven.map(([folder]) => folder)]);
      return [...all].slice(0, maxFolders);
    },
    unproven() {
      const { current, probed: asked } = scope.findings;
      return [...byFolder].flatMap(([folder, known]) => {
        if (current.includes(folder) || asked.includes(folder) || !isMostlyInBoth(known)) return [];
        const [, url] = [...known.unversioned].find(([rest]) => known.versioned.has(rest)) ?? [];
        return url === undefined ? [] : [{ folder, url }];
      });
    },
  };
}

/** Whether at least half of the paths below versions are also known without one. */
function isMostlyInBoth({ versioned, unversioned }: FolderPages): boolean {
  const both = [...versioned].filter((rest) => unversioned.has(rest));
  return both.length > 0 && both.length * 2 >= versioned.size;
}

/** Requests one page per unconfirmed folder, before any version is crawled. @returns all folders probed so far */
export async function probeCurrentDocs(
  web: WebAccess,
  docs: Pick<CurrentDocs, 'unproven' | 'addPage'>,
  { rules, asked }: { readonly rules: SiteRules; readonly asked: readonly string[] },
): Promise<readonly string[]> {
  const { isAllowed, delayMs } = rules;
  const unproven = docs.unproven().slice(0, maxProbes);
  for (const { url } of unproven) {
    if (delayMs > 0) await sleep(delayMs);
    const response = await requestPage(web, { url, maxBytes: web.limits.maxPageBytes, isAllowed });
    if (response.outcome !== 'fetched') continue;
    const page = web.pageReader.page(response);
    if (page !== undefined && page.redirectsTo === undefined) docs.addPage(response.url);
  }
  return [...asked, ...unproven.map(({ folder }) => folder)].slice(0, maxFolders);
}
