/**
 * The app's pages by SvelteKit route id, which distinguish pages from unknown addresses. A test compares the list with the `+page.svelte`
 * files in `web/src/routes`.
 */

export const pageRoutes = [
  '/',
  '/dashboard',
  '/docs',
  '/docs/api',
  '/docs/[page]',
  '/keys',
  '/r/[id]',
  '/r/[id]/c/[conversation]',
  '/r/[id]/commits/[commit]',
  '/r/[id]/crawl',
  '/r/[id]/discussions/[number]',
  '/r/[id]/feedback',
  '/r/[id]/files/[...path]',
  '/r/[id]/graph',
  '/r/[id]/history',
  '/r/[id]/overview',
  '/r/[id]/search',
  '/r/[id]/status',
  '/reset-password',
  '/s/[token]',
  '/search',
  '/settings',
  '/sign-in',
] as const;

export interface MatchedPage {
  readonly route: (typeof pageRoutes)[number];
  /** The parameters of the route, without percent escapes. */
  readonly parameters: Readonly<Record<string, string>>;
}

const patterns = pageRoutes.map((route) => ({ route, pattern: routePattern(route) }));

/** @param path with its percent escapes. @returns undefined if no page has this address */
export function matchPage(path: string): MatchedPage | undefined {
  const trimmed = path.replace(/([^/])\/$/, '$1');
  for (const { route, pattern } of patterns) {
    const match = pattern.exec(trimmed);
    if (match === null) continue;
    const parameters = decodeParameters(match.groups ?? {});
    return parameters && { route, parameters };
  }
  return undefined;
}

function routePattern(route: string): RegExp {
  const segments = route.split('/').slice(1);
  const source = segments.map((segment) => {
    const name = /^\[(?:\.{3})?(\w+)\]$/.exec(segment)?.[1];
    if (segment.startsWith('[...')) return `(?:/(?<${name}>.*))?`;
    return name === undefined ? `/${segment}` : `/(?<${name}>[^/]+)`;
  });
  return new RegExp(`^${source.join('')}$`);
}

/** @returns undefined if an escape is not UTF-8, which makes the address invalid */
function decodeParameters(
  groups: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> | undefined {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value = '']) => [name, decodeURIComponent(value)]),
    );
  } catch {
    return undefined;
  }
}
