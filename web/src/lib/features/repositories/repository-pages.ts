/** The pages of a repository. Its navigation, its entry on the landing page, and the palette list them. */
import type { Repository } from '../../api.ts';

interface RepositoryPage {
  readonly label: 'Ask' | 'Overview' | 'Files' | 'Search' | 'Graph' | 'History' | 'Status';
  readonly href: string;
  /** Whether a route (`page.route.id`) belongs to this page. */
  readonly matchesRoute: (routeId: string) => boolean;
}

/**
 * @param version the version in the address, if any; the links include it
 * @returns all pages; for a documentation site, without overview, graph and history
 */
export function repositoryPages(
  { id, source }: Pick<Repository, 'id' | 'source'>,
  version: string | null = null,
): readonly RepositoryPage[] {
  const home = `/r/${encodeURIComponent(id)}`;
  const query = version === null ? '' : `?version=${encodeURIComponent(version)}`;
  const pages: readonly RepositoryPage[] = [
    {
      label: 'Ask',
      href: `${home}${query}`,
      matchesRoute: (routeId) => routeId === '/r/[id]' || createFolderMatcher('c')(routeId),
    },
    { label: 'Overview', href: `${home}/overview${query}`, matchesRoute: createFolderMatcher('overview') },
    { label: 'Files', href: `${home}/files${query}`, matchesRoute: createFolderMatcher('files') },
    { label: 'Search', href: `${home}/search${query}`, matchesRoute: createFolderMatcher('search') },
    { label: 'Graph', href: `${home}/graph${query}`, matchesRoute: createFolderMatcher('graph') },
    {
      label: 'History',
      href: `${home}/history${query}`,
      matchesRoute: (routeId) =>
        ['history', 'commits', 'discussions'].some((folder) => createFolderMatcher(folder)(routeId)),
    },
    {
      label: 'Status',
      href: `${home}/status`,
      matchesRoute: (routeId) =>
        createFolderMatcher('status')(routeId) || createFolderMatcher('crawl')(routeId),
    },
  ];
  return source.kind === 'web'
    ? pages.filter(({ label }) => label !== 'Overview' && label !== 'Graph' && label !== 'History')
    : pages;
}

function createFolderMatcher(folder: string): (routeId: string) => boolean {
  return (routeId) => routeId === `/r/[id]/${folder}` || routeId.startsWith(`/r/[id]/${folder}/`);
}
