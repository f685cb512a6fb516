/** Removes a repository and all its data: hides it at once, then removes it in the background. */

import { AppError } from '../../core/errors.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Services } from '../services.ts';
import { hideForRemoval } from './hide-for-removal.ts';

/** @throws AppError `repository_not_found` */
export async function removeRepository(services: Services, viewer: Viewer, id: string): Promise<void> {
  const repository = await services.catalog.getRepository(viewer, id);
  // Everyone may read a public repository, but only its owner may remove it.
  if (repository?.owner !== viewer.id)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
  await hideForRemoval(services, () => services.catalog.hideRepository(id));
}
