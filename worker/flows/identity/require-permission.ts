/** Refuses what the table of permissions does not allow with a repository. */

import { AppError } from '../../core/errors.ts';
import { decideRepository, type Action, type GuardedRepository } from '../../core/permissions.ts';
import type { Viewer } from '../../core/viewer.ts';

/**
 * Everyone may read a public repository, but only its owner may change it.
 * @param repository undefined if the viewer's catalog has none with this id
 * @throws AppError `repository_not_found` | `owner_required`
 */
export function requirePermission<Repository extends GuardedRepository>(
  viewer: Viewer,
  action: Action,
  { id, repository }: { readonly id: string; readonly repository: Repository | undefined },
): Repository {
  const decision = repository === undefined ? 'not found' : decideRepository(viewer, action, repository);
  if (repository === undefined || decision === 'not found')
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
  if (decision === 'not the owner')
    throw new AppError('owner_required', `The repository ${JSON.stringify(id)} belongs to somebody else.`);
  return repository;
}
