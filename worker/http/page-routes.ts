/**
 * The app's pages by SvelteKit route id, which distinguish pages from unknown addresses. A test compares the list with the `+page.svelte`
 * files in `web/src/routes`.
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
  '/r/[id]/overview',
  '/r/[id]/search',
  '/r/[id]/status',
  '/settings',
] as const;

interface MatchedPage {
  /** The repository the page is about. */
  readonly repositoryId: string | undefined;
}

const patterns = pageRoutes.map(routePattern);

/** @param path with its percent escapes. @returns undefined if no page has this address */
export function matchPage(path: string): MatchedPage | undefined {
  const trimmed = path.replace(/([^/])\/$/, '$1');
  for (const pattern of patterns) {
    const match = pattern.exec(trimmed);
    if (match === null) continue;
    const id = match.groups?.['id'];
    const repositoryId = id === undefined ? undefined : decodeSegment(id);
    // An escape that is not UTF-8 makes the address invalid.
    return id !== undefined && repositoryId === undefined ? undefined : { repositoryId };
  }
  return undefined;
}

function routePattern(route: string): RegExp {
  const segments = route.split('/').slice(1);
  const source = segments.map((segment) => {
    if (segment.startsWith('[...')) return '(?:/.*)?';
    if (segment === '[id]') return '/(?<id>[^/]+)';
    return segment.startsWith('[') ? '/[^/]+' : `/${segment}`;
  });
  return new RegExp(`^${source.join('')}$`);
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
