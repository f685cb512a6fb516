/** Removes a repository and all its data. Data is hidden at once, then removed in the background. */

import type { Viewer } from '../../core/viewer.ts';
import type { Services } from '../services.ts';
import { requirePermission } from '../identity/require-permission.ts';

/** Maximum duration of a catalog write. D1 ends a write after 30 s. */
export const maxWriteMs = 30_000;

/** @throws AppError `repository_not_found` | `owner_required` */
export async function removeRepository(services: Services, viewer: Viewer, id: string): Promise<void> {
  const repository = await services.catalog.getRepository(viewer, id);
  requirePermission(viewer, 'index', { id, repository });
  await hideForRemoval(services, () => services.catalog.hideRepository(id));
}

/** Runs a write that hides data. The alarm is set before the write, so that a crash at any time loses no removal. */
export async function hideForRemoval<Result>(
  { jobQueue }: Pick<Services, 'jobQueue'>,
  write: () => Promise<Result>,
): Promise<Result> {
  await jobQueue.watchCleanup(maxWriteMs);
  const hidden = await write();
  await jobQueue.watchCleanup(0);
  return hidden;
}

/** Sets the alarm again for hidden data, in case its own alarm was lost. */
export async function wakeRemovals({
  catalog,
  jobQueue,
}: Pick<Services, 'catalog' | 'jobQueue'>): Promise<void> {
  if (await catalog.hasHidden()) await jobQueue.watchCleanup(maxWriteMs);
}
