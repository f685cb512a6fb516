/** Normalizes page addresses, so that a page is requested once however it is linked. */

/** Query parameters that track visitors. */
const trackingParameter =
  /^(?:utm_\w+|gclid|fbclid|msclkid|yclid|igshid|mc_[ce]id|_ga|_gl|_hs\w+|hsa_\w+|vero_\w+)$/i;
const indexFile = /\/(?:index|default)\.(?:html?|xhtml|php|md)$/i;
/** Extensions of files that are never pages. */
const nonPageFile =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|pdf|zip|gz|tgz|bz2|xz|7z|tar|whl|jar|exe|dmg|deb|rpm|mp[34]|webm|mov|avi|ogg|wav|woff2?|ttf|otf|eot|css|[cm]?js|map|json|jsonl|ya?ml|toml|xml|rss|atom|csv|tsv|ipynb|epub|docx?|xlsx?|pptx?|inv|wasm|bin|py|ts|go|rs|c|h|java|rb)$/i;
/** Maximum address length. Longer addresses come from pages that generate links endlessly. */
const maxLength = 1_000;

/**
 * Removes the fragment, default port, index file, trailing slash and tracking parameters, and sorts the
 * query. Returns undefined for an invalid address.
 */
export function normalizePageAddress(text: string): string | undefined {
  if (text.length > maxLength || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  url.pathname = url.pathname.replace(indexFile, '/').replaceAll(/\/{2,}/g, '/');
  const parameters = [...url.searchParams]
    .filter(([name]) => !trackingParameter.test(name))
    .toSorted(byNameAndValue);
  url.search = new URLSearchParams(parameters).toString();
  if (url.pathname.length > 1) url.pathname = url.pathname.replace(/\/+$/, '');
  return url.href;
}

/** Returns the address to request: the original one without its fragment and tracking parameters. */
export function toRequestUrl(text: string): string {
  const url = new URL(text);
  url.hash = '';
  const names = [...url.searchParams.keys()].filter((name) => trackingParameter.test(name));
  for (const name of names) url.searchParams.delete(name);
  return url.href;
}

/**
 * Whether the address is a file that is not a page: `/pyproject.toml`, but not the page `/pyproject.toml/`.
 */
export function isNonPageFile(url: string): boolean {
  return nonPageFile.test(new URL(url).pathname);
}

/**
 * Upgrades `http` links to the origin's own host to `https`, because old sitemaps and links often use `http`.
 * Other links are unchanged.
 */
export function upgradeToHttps(url: string, origin: string): string {
  const originUrl = new URL(origin);
  if (originUrl.protocol !== 'https:' || !URL.canParse(url)) return url;
  const link = new URL(url);
  if (link.protocol !== 'http:' || link.hostname !== originUrl.hostname || link.port !== '') return url;
  link.protocol = 'https:';
  return link.href;
}

/** Whether a path loops: pages with relative links to themselves produce `a/b/a/b/a/b`. */
export function isCircularPath(address: string): boolean {
  const segments = new URL(address).pathname.split('/').filter((segment) => segment !== '');
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  return segments.length > 20 || [...counts.values()].some((count) => count > 3);
}

function byNameAndValue(a: readonly [string, string], b: readonly [string, string]): number {
  return a.join('=') < b.join('=') ? -1 : 1;
}
