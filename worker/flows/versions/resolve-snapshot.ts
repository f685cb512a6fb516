/** Resolves a request to the published snapshot that it reads: repository, version, generation. */

import { AppError } from '../../core/errors.ts';
import { matchVersion } from '../../core/repositories/match-version.ts';
import type { Repository, Snapshot, SnapshotKey } from '../../core/repositories/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { RemovedSnapshot } from '../../ports/catalog.ts';
import type { Services } from '../services.ts';

export interface ResolvedSnapshot {
  readonly repository: Repository;
  readonly snapshot: Snapshot;
  readonly key: SnapshotKey;
}

/**
 * Resolves the requested version as `matchVersion` reads it, or the newest ready version if none is requested.
 * @throws AppError `repository_not_found` | `version_not_found` | `not_ready`
 */
export async function resolveSnapshot(
  services: Pick<Services, 'catalog'>,
  viewer: Viewer,
  request: { readonly id: string; readonly version: string | undefined },
): Promise<ResolvedSnapshot> {
  const { repository, snapshots, matching } = await readVersions(services, viewer, request);
  const snapshot = matching.find(({ generation }) => generation > 0);
  if (snapshot !== undefined) {
    const key = { shard: repository.shard, snapshot: snapshot.number, generation: snapshot.generation };
    return { repository, snapshot, key };
  }
  if (matching[0] !== undefined) throw notReady(matching[0]);
  const removed = await services.catalog.listRemovedSnapshots(repository.id);
  throw versionNotFound(request.version ?? '', snapshots, removed);
}

/**
 * Reads the versions of a repository; `matching` are the requested ones, newest first, whether or not they are published.
 * @throws AppError `repository_not_found`
 */
export async function readVersions(
  { catalog }: Pick<Services, 'catalog'>,
  viewer: Viewer,
  { id, version }: { readonly id: string; readonly version: string | undefined },
): Promise<{
  readonly repository: Repository;
  readonly snapshots: readonly Snapshot[];
  readonly matching: readonly Snapshot[];
}> {
  const found = await catalog.readRepository(viewer, id);
  if (found === undefined)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
  const { repository, snapshots } = found;
  return {
    repository,
    snapshots,
    matching: version === undefined ? snapshots : matchVersion(snapshots, version),
  };
}

/** Distinguishes versions that were removed from versions that never existed. */
function versionNotFound(
  version: string,
  snapshots: readonly Snapshot[],
  removed: readonly RemovedSnapshot[],
): AppError {
  const available = snapshots.map((snapshot) => ({
    version: snapshot.id,
    ref: snapshot.ref,
    commit: snapshot.commit,
    status: snapshot.status,
  }));
  const [last] = matchVersion(removed, version);
  const shown = JSON.stringify(version);
  if (last === undefined)
    return new AppError('version_not_found', `Version ${shown} is not indexed.`, { details: { available } });
  const currentSnapshot = snapshots.find(({ ref, generation }) => ref === last.ref && generation > 0);
  const removedAt = new Date(last.removedAt).toISOString();
  const named = last.ref === undefined ? 'the repository' : `"${last.ref}"`;
  const advice =
    currentSnapshot === undefined ? '' : ` The current version of ${named} is ${currentSnapshot.id}.`;
  return new AppError(
    'version_not_found',
    `Version ${shown} (commit ${last.commit.slice(0, 17)}) was removed at ${removedAt}.${advice}`,
    { details: { available, removedAt } },
  );
}

function notReady(snapshot: Snapshot): AppError {
  if (snapshot.status === 'failed' && snapshot.error !== undefined) {
    const { message, fix, code } = snapshot.error;
    return new AppError('indexing_failed', `${message} ${fix}`, { details: { status: 'failed', code } });
  }
  return new AppError('not_ready', `Its status is ${snapshot.status}.`, {
    details: { status: snapshot.status },
  });
}
