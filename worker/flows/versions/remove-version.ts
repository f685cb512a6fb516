/**
 * Removes a version with all its snapshots, whether ready, being indexed or failed. They are hidden at once and removed in the background.
 * Data shared with other versions stays. The last readable version can only be removed with its repository.
 */

import { AppError } from '../../core/errors.ts';
import type { Viewer } from '../../core/viewer.ts';
import { hideForRemoval } from '../repositories/remove-repository.ts';
import { findVersion } from './list-versions.ts';
import type { Services } from '../services.ts';
import { requirePermission } from '../identity/require-permission.ts';

/**
 * Rejects the removal of the last ready version even if another version is being indexed, since the indexing of that version may fail.
 * @throws AppError `repository_not_found` | `version_not_found` | `last_version`
 */
export async function removeVersion(
  services: Services,
  viewer: Viewer,
  request: { readonly id: string; readonly version: string },
): Promise<{ readonly removed: readonly string[] }> {
  const { repository, version, versions, snapshots } = await findVersion(services, viewer, request);
  requirePermission(viewer, 'index', { id: request.id, repository });
  const others = versions.filter((other) => other !== version);
  const isServed = version.snapshot.generation > 0;
  if (others.length === 0 || (isServed && others.every(({ snapshot }) => snapshot.generation === 0)))
    throw lastVersionError(version.ref, others.length);
  const versionSnapshots = snapshots.filter(({ ref }) => ref === version.ref);
  for (const { number } of versionSnapshots) {
    const job = await services.catalog.latestJob(number);
    if (job !== undefined) await services.catalog.cancel(job);
  }
  const hidden = await hideForRemoval(services, () =>
    services.catalog.hideVersion(versionSnapshots.map(({ number }) => number)),
  );
  // A concurrent removal was faster.
  if (hidden.length === 0) throw lastVersionError(version.ref, others.length);
  return { removed: versionSnapshots.map(({ id }) => id) };
}

function lastVersionError(ref: string | undefined, others: number): AppError {
  const named = ref === undefined ? 'It' : JSON.stringify(ref);
  return new AppError(
    'last_version',
    others === 0
      ? `${named} is the only version. Remove the repository instead.`
      : `${named} is the only ready version: the other versions are being indexed or failed.`,
  );
}
