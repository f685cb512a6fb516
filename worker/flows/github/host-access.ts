/**
 * With whose token a host is asked. A viewer's own goes before the deployment's; what not everyone may read is asked for with the
 * viewer's alone, so that nobody reads by the deployment's rights what is not theirs.
 */

import { AppError } from '../../core/errors.ts';
import type { HostedPlace } from '../../core/source.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { HostAccess, HostedRepository } from '../../ports/code-host.ts';
import type { Services } from '../services.ts';

export interface ViewerAccess extends HostAccess {
  /** Whether the token is the viewer's, and not the deployment's or none. */
  readonly isOwn: boolean;
}

type Needed = Pick<Services, 'hosting'>;

export async function accessOf({ hosting }: Needed, viewer: Viewer): Promise<ViewerAccess> {
  const own = await hosting.tokenStore?.read(viewer, hosting.codeHost.name);
  return { token: own ?? hosting.deploymentToken, isOwn: own !== undefined };
}

/**
 * What a repository is, and the access it may be read with.
 * @throws AppError `source_not_found`, also where only the deployment's token sees it, and what the host throws
 */
export async function describeFor(
  services: Needed,
  viewer: Viewer,
  place: HostedPlace,
): Promise<{ readonly repository: HostedRepository; readonly access: ViewerAccess }> {
  const access = await accessOf(services, viewer);
  const repository = await services.hosting.codeHost.describe(place, access);
  if (!repository.isPrivate || access.isOwn) return { repository, access };
  throw new AppError(
    'source_not_found',
    `GitHub knows no ${place.owner}/${place.name}, or may not tell of it.`,
  );
}

/**
 * The access a repository that is known is asked with: of one its owner alone may read, the owner's token or none. Whether it still is
 * everyone's is asked for anew before the deployment's is used: a past is read for hours, and a repository may be closed meanwhile.
 * @throws AppError what the host throws
 */
export async function historyAccess(
  services: Needed & Pick<Services, 'catalog'>,
  id: string,
  owner: Viewer,
): Promise<HostAccess> {
  const [access, repository] = await Promise.all([
    accessOf(services, owner),
    services.catalog.getRepository(owner, id),
  ]);
  if (access.isOwn || access.token === undefined) return { token: access.token };
  if (repository === undefined || repository.access !== undefined) return { token: undefined };
  if (repository.source.kind !== 'github') return { token: access.token };
  const { id: hostId, isPrivate } = await services.hosting.codeHost.describe(repository.source, access);
  return { token: isPrivate || hostId !== repository.source.hostId ? undefined : access.token };
}
