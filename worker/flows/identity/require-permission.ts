/** Refuses what the table of permissions does not allow with a repository. */

import { AppError } from '../../core/errors.ts';
import type { PastedSource } from '../../core/repositories/source.ts';
import type { Services } from '../services.ts';
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

/**
 * A key for some repositories may update those of its user, but add no other, and read no other from its host.
 * @param existing the repository that would be updated; undefined if there is none
 * @throws AppError `not_allowed`
 */
export function requireListed(viewer: Viewer, existing: { readonly id: string } | undefined): void {
  if (!isLimited(viewer) || (existing !== undefined && viewer.repositories.includes(existing.id))) return;
  throw refuseOthers();
}

/**
 * The same for a source on a host, before the host is called with the token of the key's user.
 * @throws AppError `not_allowed`
 */
export async function requireListedSource(
  { catalog }: Pick<Services, 'catalog'>,
  viewer: Viewer,
  pasted: Extract<PastedSource, { readonly kind: 'github' }>,
): Promise<void> {
  if (!isLimited(viewer)) return;
  const isListed = (await catalog.listRepositories(viewer)).some(
    ({ owner, source }) =>
      owner === viewer.id &&
      source.kind === 'github' &&
      source.owner.toLowerCase() === pasted.owner.toLowerCase() &&
      source.name.toLowerCase() === pasted.name.toLowerCase(),
  );
  if (!isListed) throw refuseOthers();
}

/**
 * A token reads all repositories of the user on a host, so a key for some may not store or remove one.
 * @throws AppError `not_allowed`
 */
export function requireUnlimited(viewer: Viewer): void {
  if (!isLimited(viewer)) return;
  throw new AppError(
    'not_allowed',
    'The API key is limited to some repositories, and a token is for all of its user.',
    { fix: useUnlimitedKey },
  );
}

const useUnlimitedKey = 'Use a key that is not limited to repositories, or sign in.';

type LimitedViewer = Extract<Viewer, { readonly kind: 'key' }> & { readonly repositories: readonly string[] };

function isLimited(viewer: Viewer): viewer is LimitedViewer {
  return viewer.kind === 'key' && viewer.repositories !== undefined;
}

function refuseOthers(): AppError {
  return new AppError(
    'not_allowed',
    'The API key is limited to some repositories, and this is none of them.',
    { fix: useUnlimitedKey },
  );
}
