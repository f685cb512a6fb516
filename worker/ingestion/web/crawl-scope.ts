/**
 * Which pages belong to a documentation: those of its origin, below the folder it begins in, of the version it begins in. Sites keep
 * one documentation a version side by side (`/en/stable/`, `/v1.2/`, `/1.x/`); two of them would contradict each other.
 */

export interface CrawlScope {
  /** After the redirects of the start. */
  readonly origin: string;
  /** Begins and ends with a slash. */
  readonly folder: string;
  /** The segment that names the version, and which segment of a path it is. */
  readonly version: { readonly name: string; readonly at: number } | undefined;
}

/** Names no section of a documentation has. */
const surelyVersion =
  /^(?:v\d+(?:[._]\d+|\.x)*(?:-?(?:alpha|beta|rc)[\d.]*)?|\d+\.(?:\d+|x)(?:\.(?:\d+|x))*|latest|stable|nightly|canary)$/i;
/** Those that are versions where another stands in their place. */
const perhapsVersion =
  /^(?:main|master|dev|devel|development|next|current|edge|trunk|head|lts|unstable|\d+)$/i;

/** @param start the address the start led to */
export function crawlScope(start: string): CrawlScope {
  const { origin, pathname } = new URL(start);
  const segments = segmentsOf(pathname);
  const at = segments.findIndex((segment) => surelyVersion.test(segment));
  const name = segments[at];
  return { origin, folder: folderOf(pathname), version: name === undefined ? undefined : { name, at } };
}

/** `/docs/intro` is in `/docs/`; `/docs` alone is meant as the folder it opens. */
function folderOf(pathname: string): string {
  const segments = segmentsOf(pathname);
  const isFile = /\.[a-z]\w{0,5}$/i.test(segments.at(-1) ?? '');
  if (pathname.endsWith('/')) return pathname;
  return segments.length === 1 && !isFile ? `${pathname}/` : pathname.slice(0, pathname.lastIndexOf('/') + 1);
}

export type Placed = 'inside' | 'outside' | { readonly otherVersion: string };

/** Where an address lies, seen from the documentation. */
export function placeOf({ origin, folder, version }: CrawlScope, address: string): Placed {
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
  if (!`${url.pathname}/`.startsWith(folder) && url.pathname !== folder) return 'outside';
  if (version !== undefined) return 'inside';
  // A version directly below the start, or below a language there.
  const below = segments.slice(segmentsOf(folder).length);
  const named = below.slice(0, /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i.test(below[0] ?? '') ? 2 : 1);
  const other = named.find((segment) => surelyVersion.test(segment));
  return other === undefined ? 'inside' : { otherVersion: other };
}

function isVersion(segment: string): boolean {
  return surelyVersion.test(segment) || perhapsVersion.test(segment);
}

function segmentsOf(pathname: string): string[] {
  return pathname.split('/').filter((segment) => segment !== '');
}
