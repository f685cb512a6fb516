/**
 * Decides which pages belong to the crawled documentation: pages of its origin, below its start folder, in its version
 * and language. Sites publish versions side by side (`/en/stable/`, `/v1.2/`, `/1.x/`), and two versions would
 * contradict each other. Translations are excluded too; pages declare their language (see `findLanguageFolder`).
 */

export interface CrawlScope {
  /** The origin after the redirects of the start page. */
  readonly origin: string;
  /** The start folder. Begins and ends with a slash. */
  readonly folder: string;
  /** The path segment that names the version, and its index. */
  readonly version: { readonly name: string; readonly at: number } | undefined;
  readonly findings: CrawlFindings;
}

/** What a crawl has found out about its site so far. */
export interface CrawlFindings {
  /** Names of other versions. */
  readonly versions: readonly string[];
  /** Folders of translations: `/de/`. */
  readonly languages: readonly string[];
  /** Folders proven to contain the current documentation next to older versions: see `DocsPage`. */
  readonly current: readonly string[];
  /** Folders from which one page was requested as proof. */
  readonly probed: readonly string[];
}

export const noFindings: CrawlFindings = { versions: [], languages: [], current: [], probed: [] };

/** Segments that are always versions. */
const definiteVersion =
  /^(?:v\d+(?:[._]\d+|\.x)*(?:-?(?:alpha|beta|rc)[\d.]*)?|\d+\.(?:\d+|x)(?:\.(?:\d+|x))*|latest|stable|nightly|canary)$/i;
/** Segments that are versions only at the position of another version. */
const possibleVersion =
  /^(?:main|master|dev|devel|development|next|current|edge|trunk|head|lts|unstable|\d+)$/i;

/**
 * Possible versions that are rarely the name of a section, as `development` often is. They are treated as versions
 * once another version is known.
 */
const likelyVersion = /^(?:next|main|master|dev|devel|trunk|unstable)$/i;
/** Names of the current version. */
const currentVersion = /^(?:latest|stable|current)$/i;
const languageCode = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;
/** Folders that contain the documentation of a larger site. */
const docsFolder = /^(?:docs?|documentation|manual)$/i;

/** @param start the start address after redirects. */
export function createCrawlScope(start: string, findings: CrawlFindings = noFindings): CrawlScope {
  const { origin, pathname } = new URL(start);
  const segments = splitPath(pathname);
  const at = segments.findIndex((segment) => definiteVersion.test(segment));
  const name = segments[at];
  const version = name === undefined ? undefined : { name, at };
  return { origin, folder: findBaseFolder(pathname), version, findings };
}

/** Returns the folder of a path: `/docs/` for `/docs/intro`, and also for `/docs` alone. */
function findBaseFolder(pathname: string): string {
  const segments = splitPath(pathname);
  const isFile = /\.[a-z]\w{0,5}$/i.test(segments.at(-1) ?? '');
  if (pathname.endsWith('/')) return pathname;
  return segments.length === 1 && !isFile ? `${pathname}/` : pathname.slice(0, pathname.lastIndexOf('/') + 1);
}

export type AddressLocation =
  'inside' | 'outside' | { readonly otherVersion: string } | { readonly otherLanguage: string };

/** Locates an address relative to the documentation. */
export function locateAddress(scope: CrawlScope, address: string): AddressLocation {
  const { origin, folder, version, findings } = scope;
  const url = new URL(address);
  if (url.origin !== origin) return 'outside';
  const segments = splitPath(url.pathname);
  if (version !== undefined) {
    const other = segments[version.at];
    const parentSegments = splitPath(folder).slice(0, version.at);
    const hasSameParent = parentSegments.every((segment, index) => segment === segments[index]);
    if (hasSameParent && other !== undefined && other !== version.name && looksLikeVersion(other))
      return { otherVersion: other };
  }
  const path = `${url.pathname}/`;
  if (!path.startsWith(folder) && url.pathname !== folder) return 'outside';
  const translated = findings.languages.find((languageFolder) => path.startsWith(languageFolder));
  if (translated !== undefined) return { otherLanguage: splitPath(translated).at(-1) ?? translated };
  return version === undefined ? locateBelow(scope, segments) : 'inside';
}

/**
 * Locates an address for a start without a version. A version may be directly below the start, below a
 * language there, or in a folder that also contains the current documentation.
 */
function locateBelow(scope: CrawlScope, segments: readonly string[]): AddressLocation {
  const { versions, current } = scope.findings;
  const isOther = (name: string): boolean =>
    definiteVersion.test(name) || (versions.length > 0 && likelyVersion.test(name));
  const { first, docs } = findPartsBelow(scope, segments);
  if (first !== undefined && isOther(first)) return { otherVersion: first };
  if (docs === undefined || currentVersion.test(docs.name) || !isOther(docs.name)) return 'inside';
  return current.includes(docs.folder) ? { otherVersion: docs.name } : 'inside';
}

/** A page in a folder that contains documentation. */
interface DocsPage {
  /** Such as `/docs/`. */
  readonly folder: string;
  /**
   * The page's path in that folder without the version: `intro` for `/docs/intro`, `/docs/1.0.0/intro` and
   * `/docs/latest/intro`.
   */
  readonly rest: string;
  /** Whether the page belongs to a named version instead of the current one. */
  readonly belongsToVersion: boolean;
}

/** Returns undefined if the page is not in a documentation folder, is the first page of a version, or only might have a version. */
export function parseDocsPage(scope: CrawlScope, address: string): DocsPage | undefined {
  if (scope.version !== undefined) return undefined;
  const { docs } = findPartsBelow(scope, splitPath(new URL(address).pathname));
  if (docs === undefined) return undefined;
  const { folder, name, within } = docs;
  const isCurrent = currentVersion.test(name);
  const belongsToVersion = !isCurrent && definiteVersion.test(name);
  if (!isCurrent && !belongsToVersion)
    return looksLikeVersion(name)
      ? undefined
      : { folder, rest: [name, ...within].join('/'), belongsToVersion };
  return within.length === 0 ? undefined : { folder, rest: within.join('/'), belongsToVersion };
}

/**
 * Returns the first segment below the start, after a language. If that is a documentation folder, also returns
 * the segments in it.
 */
function findPartsBelow({ folder }: CrawlScope, segments: readonly string[]) {
  const start = splitPath(folder).length;
  const at = languageCode.test(segments[start] ?? '') ? start + 1 : start;
  const first = segments[at];
  const name = segments[at + 1];
  if (first === undefined || name === undefined || !docsFolder.test(first)) return { first, docs: undefined };
  return {
    first,
    docs: { folder: `/${segments.slice(0, at + 1).join('/')}/`, name, within: segments.slice(at + 2) },
  };
}

/**
 * Returns the folder of a translation below the start: the one that contains the page and is named after
 * the page's language.
 * @param languages the `lang` values of the page and of the start: `pt-BR`; regional variants count as one
 * language.
 */
export function findLanguageFolder(
  { folder }: CrawlScope,
  address: string,
  languages: { readonly page: string | undefined; readonly start: string | undefined },
): string | undefined {
  const [page, start] = [primaryLanguage(languages.page), primaryLanguage(languages.start)];
  if (page === undefined || start === undefined || page === start) return undefined;
  const segments = splitPath(new URL(address).pathname);
  const folderDepth = splitPath(folder).length;
  const at = segments.findIndex(
    (segment, index) => index >= folderDepth && primaryLanguage(segment) === page,
  );
  return at < 0 || at > folderDepth + 1 ? undefined : `/${segments.slice(0, at + 1).join('/')}/`;
}

function primaryLanguage(tag: string | undefined): string | undefined {
  return /^([a-z]{2,3})(?:[-_][a-z\d]{2,8})*$/i.exec(tag?.trim() ?? '')?.[1]?.toLowerCase();
}

function looksLikeVersion(segment: string): boolean {
  return definiteVersion.test(segment) || possibleVersion.test(segment);
}

function splitPath(pathname: string): string[] {
  return pathname.split('/').filter((segment) => segment !== '');
}
