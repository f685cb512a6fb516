/** The pages of a repository: one list for its navigation, its card and the palette. */
import type { Repository } from '../../api.ts';

interface RepositoryPage {
  readonly label: 'Ask' | 'Files' | 'Search' | 'Graph' | 'History' | 'Status';
  readonly href: string;
  /** Whether a route (`page.route.id`) belongs to this page. */
  readonly matchesRoute: (routeId: string) => boolean;
}

/**
 * @param version the version in the address, if any; links keep it
 * @returns for documentation sites, without graph and history
 */
export function repositoryPages(
  { id, source }: Pick<Repository, 'id' | 'source'>,
  version: string | null = null,
): readonly RepositoryPage[] {
  const home = `/r/${encodeURIComponent(id)}`;
  const of = version === null ? '' : `?version=${encodeURIComponent(version)}`;
  const pages: readonly RepositoryPage[] = [
    {
      label: 'Ask',
      href: `${home}${of}`,
      matchesRoute: (routeId) => routeId === '/r/[id]' || below('c')(routeId),
    },
    { label: 'Files', href: `${home}/files${of}`, matchesRoute: below('files') },
    { label: 'Search', href: `${home}/search${of}`, matchesRoute: below('search') },
    { label: 'Graph', href: `${home}/graph${of}`, matchesRoute: below('graph') },
    {
      label: 'History',
      href: `${home}/history${of}`,
      matchesRoute: (routeId) =>
        ['history', 'commits', 'discussions'].some((folder) => below(folder)(routeId)),
    },
    {
      label: 'Status',
      href: `${home}/status`,
      matchesRoute: (routeId) => below('status')(routeId) || below('crawl')(routeId),
    },
  ];
  return source.kind === 'web'
    ? pages.filter(({ label }) => label !== 'Graph' && label !== 'History')
    : pages;
}

function below(folder: string): (routeId: string) => boolean {
  return (routeId) => routeId === `/r/[id]/${folder}` || routeId.startsWith(`/r/[id]/${folder}/`);
}
