/** Addresses of pages brought to one spelling, so that a page is asked for once however it is linked to. */

/** What people and programs add to an address to follow who opens it. */
const trackers = /^(?:utm_\w+|gclid|fbclid|msclkid|yclid|igshid|mc_[ce]id|_ga|_gl|_hs\w+|hsa_\w+|vero_\w+)$/i;
const indexFile = /\/(?:index|default)\.(?:html?|xhtml|php|md)$/i;
/** What is certainly no page. */
const otherFile =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|pdf|zip|gz|tgz|bz2|xz|7z|tar|whl|jar|exe|dmg|deb|rpm|mp[34]|webm|mov|avi|ogg|wav|woff2?|ttf|otf|eot|css|[cm]?js|map|json|jsonl|ya?ml|toml|xml|rss|atom|csv|tsv|ipynb|epub|docx?|xlsx?|pptx?|inv|wasm|bin|py|ts|go|rs|c|h|java|rb)$/i;
/** Longer ones come from pages that make up addresses. */
const maxLength = 1_000;

/** @returns the address without fragment, default port, index file, slash at the end, trackers and order of its query; undefined where it is none. */
export function pageAddress(text: string): string | undefined {
  if (text.length > maxLength || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  url.pathname = url.pathname.replace(indexFile, '/').replaceAll(/\/{2,}/g, '/');
  const kept = [...url.searchParams].filter(([name]) => !trackers.test(name)).toSorted(byNameAndValue);
  url.search = new URLSearchParams(kept).toString();
  if (url.pathname.length > 1) url.pathname = url.pathname.replace(/\/+$/, '');
  return url.href;
}

/** As it is asked for: spelled as it was found, without fragment and trackers. */
export function askedAddress(text: string): string {
  const url = new URL(text);
  url.hash = '';
  const names = [...url.searchParams.keys()].filter((name) => trackers.test(name));
  for (const name of names) url.searchParams.delete(name);
  return url.href;
}

/** Whether something else than a page is sent there, as its name tells: `/pyproject.toml`, not the page `/pyproject.toml/`. */
export function isOtherFile(url: string): boolean {
  return otherFile.test(new URL(url).pathname);
}

/** With `https` where a site that has it is named with `http`, as old lists and links do; any other address as it is. */
export function onOrigin(url: string, origin: string): string {
  const own = new URL(origin);
  if (own.protocol !== 'https:' || !URL.canParse(url)) return url;
  const found = new URL(url);
  if (found.protocol !== 'http:' || found.hostname !== own.hostname || found.port !== '') return url;
  found.protocol = 'https:';
  return found.href;
}

/** Whether a path runs in a circle: pages that link relatively to themselves make `a/b/a/b/a/b` of it. */
export function isCircular(address: string): boolean {
  const segments = new URL(address).pathname.split('/').filter((segment) => segment !== '');
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  return segments.length > 20 || [...counts.values()].some((count) => count > 3);
}

function byNameAndValue(a: readonly [string, string], b: readonly [string, string]): number {
  return a.join('=') < b.join('=') ? -1 : 1;
}
