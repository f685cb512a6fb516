/** The pages of a repository, for its navigation, its card and the palette: one list, so that all offer the same. */

export interface RepositoryPage {
  readonly label: 'Ask' | 'Files' | 'Search' | 'Graph' | 'History' | 'Status';
  readonly href: string;
  /** Whether a route, as `page.route.id` gives it, belongs to it. */
  readonly holds: (routeId: string) => boolean;
}

export function repositoryPages(id: string): readonly RepositoryPage[] {
  const home = `/r/${encodeURIComponent(id)}`;
  return [
    { label: 'Ask', href: home, holds: (routeId) => routeId === '/r/[id]' || below('c')(routeId) },
    { label: 'Files', href: `${home}/files`, holds: below('files') },
    { label: 'Search', href: `${home}/search`, holds: below('search') },
    { label: 'Graph', href: `${home}/graph`, holds: below('graph') },
    {
      label: 'History',
      href: `${home}/history`,
      holds: (routeId) => below('history')(routeId) || below('commits')(routeId),
    },
    { label: 'Status', href: `${home}/status`, holds: below('status') },
  ];
}

function below(folder: string): (routeId: string) => boolean {
  return (routeId) => routeId === `/r/[id]/${folder}` || routeId.startsWith(`/r/[id]/${folder}/`);
}
