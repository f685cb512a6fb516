/** Lets everyone read a repository, or only its owner again. A repository that is private on its host is never made public. */

import { AppError } from '../../core/errors.ts';
import type { Repository } from '../../core/repositories/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import { checkAccess } from '../github/check-access.ts';
import { requirePermission } from '../identity/require-permission.ts';
import type { Services } from '../services.ts';

/** @throws AppError `repository_not_found` | `owner_required` | `source_forbidden`; `host_unavailable` if the host cannot be asked */
export async function changeVisibility(
  services: Services,
  viewer: Viewer,
  { id, visibility }: Pick<Repository, 'id' | 'visibility'>,
): Promise<void> {
  const { catalog } = services;
  const repository = requirePermission(viewer, 'index', {
    id,
    repository: await catalog.getRepository(viewer, id),
  });
  if (visibility === 'private') return catalog.unpublishRepository(id);
  if (repository.source.kind === 'github') await requirePublicOnHost(services, repository);
  return catalog.publishRepository(id);
}

async function requirePublicOnHost(services: Services, repository: Repository): Promise<void> {
  const state = await checkAccess(services, repository);
  if (state === 'public') return;
  if (typeof state !== 'string')
    throw new AppError('host_unavailable', 'GitHub could not be asked whether the repository is public.');
  throw new AppError(
    'source_forbidden',
    `${repository.name} is not public on GitHub, so it cannot be made public here.`,
  );
}
