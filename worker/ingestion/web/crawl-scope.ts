/**
 * Which pages belong to a documentation: those of its origin, below the folder it begins in, of the version and language it begins in.
 * Sites keep one documentation a version side by side (`/en/stable/`, `/v1.2/`, `/1.x/`); two of them would contradict each other. So do
 * they with translations, which are told by their pages: see `languageFolder`.
 */

export interface CrawlScope {
  /** After the redirects of the start. */
  readonly origin: string;
  /** Begins and ends with a slash. */
  readonly folder: string;
  /** The segment that names the version, and which segment of a path it is. */
  readonly version: { readonly name: string; readonly at: number } | undefined;
  readonly met: Met;
}

/** What a crawl has learnt of its site so far. */
export interface Met {
  /** Names of other versions. */
  readonly versions: readonly string[];
  /** Folders of translations: `/de/`. */
  readonly languages: readonly string[];
  /** Folders that are proven to hold the documentation of now beside versions of it: see `HeldPage`. */
  readonly current: readonly string[];
  /** Folders one page of which was asked for as proof. */
  readonly asked: readonly string[];
}

export const nothingMet: Met = { versions: [], languages: [], current: [], asked: [] };

/** Names no section of a documentation has. */
const surelyVersion =
  /^(?:v\d+(?:[._]\d+|\.x)*(?:-?(?:alpha|beta|rc)[\d.]*)?|\d+\.(?:\d+|x)(?:\.(?:\d+|x))*|latest|stable|nightly|canary)$/i;
/** Those that are versions where another stands in their place. */
const perhapsVersion =
  /^(?:main|master|dev|devel|development|next|current|edge|trunk|head|lts|unstable|\d+)$/i;

/** Those of them that hardly name a section, once another version is known: `development` does. */
const likelyVersion = /^(?:next|main|master|dev|devel|trunk|unstable)$/i;
/** Names of the version of now. */
const currentVersion = /^(?:latest|stable|current)$/i;
const language = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;
/** Folders that hold a documentation in a site of more. */
const holder = /^(?:docs?|documentation|manual)$/i;

/** @param start the address the start led to */
export function crawlScope(start: string, met: Met = nothingMet): CrawlScope {
  const { origin, pathname } = new URL(start);
  const segments = segmentsOf(pathname);
  const at = segments.findIndex((segment) => surelyVersion.test(segment));
  const name = segments[at];
  const version = name === undefined ? undefined : { name, at };
  return { origin, folder: folderOf(pathname), version, met };
}

/** `/docs/intro` is in `/docs/`; `/docs` alone is meant as the folder it opens. */
function folderOf(pathname: string): string {
  const segments = segmentsOf(pathname);
  const isFile = /\.[a-z]\w{0,5}$/i.test(segments.at(-1) ?? '');
  if (pathname.endsWith('/')) return pathname;
  return segments.length === 1 && !isFile ? `${pathname}/` : pathname.slice(0, pathname.lastIndexOf('/') + 1);
}

export type Placed =
  'inside' | 'outside' | { readonly otherVersion: string } | { readonly otherLanguage: string };

/** Where an address lies, seen from the documentation. */
export function placeOf(scope: CrawlScope, address: string): Placed {
  const { origin, folder, version, met } = scope;
  const url = new URL(address);
  if (url.origin !== origin) return 'outside';
  const segments = segmentsOf(url.pathname);
  if (version !== undefined) {
    const other = segments[version.at];
    const above = segmentsOf(folder).slice(0, version.at);
    const isBeside = above.every((segment, index) => segment === segments[index]);
    if (isBeside && other !== undefined && other !== version.name && isVersion(other))
      return { otherVersion: other };
  }
  const path = `${url.pathname}/`;
  if (!path.startsWith(folder) && url.pathname !== folder) return 'outside';
  const translated = met.languages.find((one) => path.startsWith(one));
  if (translated !== undefined) return { otherLanguage: segmentsOf(translated).at(-1) ?? translated };
  return version === undefined ? placeBelow(scope, segments) : 'inside';
}

/** Of a start that has no version: one directly below it, or below a language there; and one in a folder whose documentation of now lies beside. */
function placeBelow(scope: CrawlScope, segments: readonly string[]): Placed {
  const { versions, current } = scope.met;
  const isOther = (name: string): boolean =>
    surelyVersion.test(name) || (versions.length > 0 && likelyVersion.test(name));
  const { first, held } = partsBelow(scope, segments);
  if (first !== undefined && isOther(first)) return { otherVersion: first };
  if (held === undefined || currentVersion.test(held.name) || !isOther(held.name)) return 'inside';
  return current.includes(held.folder) ? { otherVersion: held.name } : 'inside';
}

/** A page of a folder that holds a documentation. */
interface HeldPage {
  /** `/docs/` */
  readonly folder: string;
  /** Its path there without the version: `intro`, of `/docs/intro` as of `/docs/1.0.0/intro` and `/docs/latest/intro`. */
  readonly rest: string;
  /** Whether it is of a named version, and not of that of now. */
  readonly isOfVersion: boolean;
}

/** Undefined of a page that lies elsewhere, that is the first of a version, or whose version is only perhaps one. */
export function heldPage(scope: CrawlScope, address: string): HeldPage | undefined {
  if (scope.version !== undefined) return undefined;
  const { held } = partsBelow(scope, segmentsOf(new URL(address).pathname));
  if (held === undefined) return undefined;
  const { folder, name, within } = held;
  const isNow = currentVersion.test(name);
  const isOfVersion = !isNow && surelyVersion.test(name);
  if (!isNow && !isOfVersion)
    return isVersion(name) ? undefined : { folder, rest: [name, ...within].join('/'), isOfVersion };
  return within.length === 0 ? undefined : { folder, rest: within.join('/'), isOfVersion };
}

/** What comes first below the start, but for a language; and where that holds a documentation, what comes first in it. */
function partsBelow({ folder }: CrawlScope, segments: readonly string[]) {
  const start = segmentsOf(folder).length;
  const at = language.test(segments[start] ?? '') ? start + 1 : start;
  const first = segments[at];
  const name = segments[at + 1];
  if (first === undefined || name === undefined || !holder.test(first)) return { first, held: undefined };
  return {
    first,
    held: { folder: `/${segments.slice(0, at + 1).join('/')}/`, name, within: segments.slice(at + 2) },
  };
}

/**
 * The folder of a translation, below that of the start: the one a page lies in that is named as the language the page says it is of.
 * @param told of the page and of the start, as `lang` tells: `pt-BR`; two kinds of one language are one
 */
export function languageFolder(
  { folder }: CrawlScope,
  address: string,
  told: { readonly page: string | undefined; readonly start: string | undefined },
): string | undefined {
  const [page, start] = [primary(told.page), primary(told.start)];
  if (page === undefined || start === undefined || page === start) return undefined;
  const segments = segmentsOf(new URL(address).pathname);
  const above = segmentsOf(folder).length;
  const at = segments.findIndex((segment, index) => index >= above && primary(segment) === page);
  return at < 0 || at > above + 1 ? undefined : `/${segments.slice(0, at + 1).join('/')}/`;
}

function primary(tag: string | undefined): string | undefined {
  return /^([a-z]{2,3})(?:[-_][a-z\d]{2,8})*$/i.exec(tag?.trim() ?? '')?.[1]?.toLowerCase();
}

function isVersion(segment: string): boolean {
  return surelyVersion.test(segment) || perhapsVersion.test(segment);
}

function segmentsOf(pathname: string): string[] {
  return pathname.split('/').filter((segment) => segment !== '');
}
