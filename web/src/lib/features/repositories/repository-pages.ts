/** The pages of a repository, for its navigation, its card and the palette: one list, so that all offer the same. */
import type { Repository } from '../../api.ts';

interface RepositoryPage {
  readonly label: 'Ask' | 'Files' | 'Search' | 'Graph' | 'History' | 'Status';
  readonly href: string;
  /** Whether a route, as `page.route.id` gives it, belongs to it. */
  readonly holds: (routeId: string) => boolean;
}

/**
 * @param version the one that is browsed, if the address names one: pages that can be of a version keep to it
 * @returns without the graph and the history of documentation on the web, which has neither
 */
export function repositoryPages(
  { id, source }: Pick<Repository, 'id' | 'source'>,
  version: string | null = null,
): readonly RepositoryPage[] {
  const home = `/r/${encodeURIComponent(id)}`;
  const of = version === null ? '' : `?version=${encodeURIComponent(version)}`;
  const pages: readonly RepositoryPage[] = [
    { label: 'Ask', href: `${home}${of}`, holds: (routeId) => routeId === '/r/[id]' || below('c')(routeId) },
    { label: 'Files', href: `${home}/files${of}`, holds: below('files') },
    { label: 'Search', href: `${home}/search${of}`, holds: below('search') },
    { label: 'Graph', href: `${home}/graph${of}`, holds: below('graph') },
    {
      label: 'History',
      href: `${home}/history${of}`,
      holds: (routeId) => ['history', 'commits', 'discussions'].some((folder) => below(folder)(routeId)),
    },
    {
      label: 'Status',
      href: `${home}/status`,
      holds: (routeId) => below('status')(routeId) || below('crawl')(routeId),
    },
  ];
  return source.kind === 'web'
    ? pages.filter(({ label }) => label !== 'Graph' && label !== 'History')
    : pages;
}

function below(folder: string): (routeId: string) => boolean {
  return (routeId) => routeId === `/r/[id]/${folder}` || routeId.startsWith(`/r/[id]/${folder}/`);
}
