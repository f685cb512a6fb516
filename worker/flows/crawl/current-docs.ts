/**
 * Detects folders such as `/docs/` that contain the current documentation next to older versions. At least half of the known versioned
 * pages must also have an address without a version (`/docs/intro` and `/docs/1.0.0/intro`). One such address must really be a page, since
 * it may only redirect to a version. A changelog shared by all versions is therefore not enough to skip a version.
 */

import { parseDocsPage, locateAddress, type CrawlScope } from '../../ingestion/web/crawl-scope.ts';
import type { SiteRules } from '../../ports/page-reader.ts';
import { requestPage, sleep } from './request-page.ts';
import type { WebAccess } from './web-access.ts';

/** Maximum folders that are detected, and maximum folders that are probed. */
const maxFolders = 50;
/** Maximum probes per part. */
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
  /** Records that the server delivered a page at this address. */
  addPage(address: string): void;
  /** Returns the detected folders, including those from earlier parts. */
  folders(): readonly string[];
  /** Returns a URL to probe for each folder that only lacks a confirmed page. */
  foldersToProbe(): readonly { readonly folder: string; readonly url: string }[];
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
    if (place.belongsToVersion) versioned.add(place.rest);
    else if (!unversioned.has(place.rest)) unversioned.set(place.rest, url);
  }
  return {
    add,
    addPage(address) {
      const place = locateAddress(scope, address) === 'inside' ? parseDocsPage(scope, address) : undefined;
      if (place === undefined || place.belongsToVersion) return;
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
    foldersToProbe() {
      const { current, probed: asked } = scope.findings;
      return [...byFolder].flatMap(([folder, known]) => {
        if (current.includes(folder) || asked.includes(folder) || !isMostlyInBoth(known)) return [];
        const [, url] = [...known.unversioned].find(([rest]) => known.versioned.has(rest)) ?? [];
        return url === undefined ? [] : [{ folder, url }];
      });
    },
  };
}

/** Whether at least half of the paths below a version are also known without a version. */
function isMostlyInBoth({ versioned, unversioned }: FolderPages): boolean {
  const inBoth = [...versioned].filter((rest) => unversioned.has(rest));
  return inBoth.length > 0 && inBoth.length * 2 >= versioned.size;
}

/** Requests one page per unconfirmed folder, before any version is crawled. @returns all folders probed so far */
export async function probeCurrentDocs(
  web: WebAccess,
  docs: Pick<CurrentDocs, 'foldersToProbe' | 'addPage'>,
  { rules, asked }: { readonly rules: SiteRules; readonly asked: readonly string[] },
): Promise<readonly string[]> {
  const { isAllowed, delayMs } = rules;
  const foldersToProbe = docs.foldersToProbe().slice(0, maxProbes);
  for (const { url } of foldersToProbe) {
    if (delayMs > 0) await sleep(delayMs);
    const response = await requestPage(web, { url, maxBytes: web.limits.maxPageBytes, isAllowed });
    if (response.outcome !== 'fetched') continue;
    const page = web.pageReader.page(response);
    if (page !== undefined && page.redirectsTo === undefined) docs.addPage(response.url);
  }
  return [...asked, ...foldersToProbe.map(({ folder }) => folder)].slice(0, maxFolders);
}
