/** Lists the overviews that everyone who reaches the server may read, for the sitemap. */

import { isOpenToEveryone } from '../../core/repositories/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Services } from '../services.ts';
import { repositoryPath } from './describe-repository.ts';

interface OpenOverview {
  readonly path: string;
  /** When the newest ready version was published, in milliseconds since 1970. */
  readonly changedAt: number;
}

/** Newest repositories first. */
export async function listOpenOverviews(
  { catalog }: Pick<Services, 'catalog'>,
  viewer: Viewer,
  limit: number,
): Promise<readonly OpenOverview[]> {
  const repositories = (await catalog.listRepositories(viewer)).filter(isOpenToEveryone).slice(0, limit);
  const snapshots = await catalog.listSnapshots(repositories.map(({ id }) => id));
  const newest = new Map<string, number>();
  for (const { repositoryId, generation, readyAt } of snapshots)
    if (generation > 0 && readyAt !== undefined && !newest.has(repositoryId))
      newest.set(repositoryId, readyAt);
  return repositories.flatMap((repository) => {
    const changedAt = newest.get(repository.id);
    return changedAt === undefined ? [] : [{ path: `${repositoryPath(repository)}/overview`, changedAt }];
  });
}
