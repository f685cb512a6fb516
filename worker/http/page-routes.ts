/**
 * The pages of the app, by their SvelteKit route ids. The Worker tells a page from an unknown address with them, so the
 * list must equal the `+page.svelte` files below `web/src/routes`; a test compares the two.
 */

export const pageRoutes = [
  '/',
  '/docs',
  '/docs/[page]',
  '/r/[id]',
  '/r/[id]/c/[conversation]',
  '/r/[id]/commits/[commit]',
  '/r/[id]/crawl',
  '/r/[id]/discussions/[number]',
  '/r/[id]/files/[...path]',
  '/r/[id]/graph',
  '/r/[id]/history',
  '/r/[id]/search',
  '/r/[id]/status',
  '/settings',
] as const;

interface MatchedPage {
  /** The repository the page is about. */
  readonly repositoryId: string | undefined;
}

const patterns = pageRoutes.map(patternOf);

/** @param path as in the address, escapes included. @returns undefined for an address that no page has. */
export function matchPage(path: string): MatchedPage | undefined {
  const trimmed = path.replace(/([^/])\/$/, '$1');
  for (const pattern of patterns) {
    const match = pattern.exec(trimmed);
    if (match === null) continue;
    const id = match.groups?.['id'];
    const repositoryId = id === undefined ? undefined : unescaped(id);
    // An escape that is no UTF-8 is a broken address.
    return id !== undefined && repositoryId === undefined ? undefined : { repositoryId };
  }
  return undefined;
}

function patternOf(route: string): RegExp {
  const segments = route.split('/').slice(1);
  const source = segments.map((segment) => {
    if (segment.startsWith('[...')) return '(?:/.*)?';
    if (segment === '[id]') return '/(?<id>[^/]+)';
    return segment.startsWith('[') ? '/[^/]+' : `/${segment}`;
  });
  return new RegExp(`^${source.join('')}$`);
}

function unescaped(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
