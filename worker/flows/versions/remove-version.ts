/**
 * Removes one version: every snapshot of it, ready, being indexed or failed. Hidden at once, emptied in the background; what other versions
 * share stays. A repository retains one version that can be read: to have none, remove the repository.
 */

import { AppError } from '../../core/errors.ts';
import type { Viewer } from '../../core/viewer.ts';
import { hide } from '../repositories/hide.ts';
import { findVersion } from './list-versions.ts';
import type { Services } from '../services.ts';

/**
 * Another version that is only on its way is none to read yet, and may fail: the last one that is ready stays until it is there.
 * @throws AppError `repository_not_found` | `version_not_found` | `last_version`
 */
export async function removeVersion(
  services: Services,
  viewer: Viewer,
  asked: { readonly id: string; readonly version: string },
): Promise<{ readonly removed: readonly string[] }> {
  const { repository, version, versions, snapshots } = await findVersion(services, viewer, asked);
  // What is public may be read by everyone and changed by its owner alone.
  if (repository.owner !== viewer.id)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(asked.id)}.`);
  const others = versions.filter((one) => one !== version);
  const isServed = version.snapshot.generation > 0;
  if (others.length === 0 || (isServed && others.every(({ snapshot }) => snapshot.generation === 0)))
    throw lastVersion(version.ref, others.length);
  const own = snapshots.filter(({ ref }) => ref === version.ref);
  for (const { number } of own) {
    const job = await services.catalog.latestJob(number);
    if (job !== undefined) await services.catalog.cancel(job);
  }
  const hidden = await hide(services, () => services.catalog.hideVersion(own.map(({ number }) => number)));
  // Another removal was faster since.
  if (hidden.length === 0) throw lastVersion(version.ref, others.length);
  return { removed: own.map(({ id }) => id) };
}

function lastVersion(ref: string | undefined, others: number): AppError {
  const named = ref === undefined ? 'It' : JSON.stringify(ref);
  return new AppError(
    'last_version',
    others === 0
      ? `${named} is the only version there is.`
      : `${named} is the only version that is ready: the others are on their way or failed.`,
  );
}
