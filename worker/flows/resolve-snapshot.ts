/** From what a request names to the published state it reads: repository, version, generation. */

import { AppError } from '../core/errors.ts';
import type { Repository, Snapshot, SnapshotKey } from '../core/repository.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Services } from './services.ts';

export interface ResolvedSnapshot {
  readonly repository: Repository;
  readonly snapshot: Snapshot;
  readonly key: SnapshotKey;
}

/**
 * The version asked for (snapshot id, ref, or commit of at least seven characters), or the newest that is ready.
 * @throws AppError `repository_not_found` | `version_not_found` | `not_ready`
 */
export async function resolveSnapshot(
  services: Pick<Services, 'catalog'>,
  viewer: Viewer,
  wanted: { readonly id: string; readonly version: string | undefined },
): Promise<ResolvedSnapshot> {
  const found = await services.catalog.readRepository(viewer, wanted.id);
  if (found === undefined) {
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(wanted.id)}.`);
  }
  const { repository, snapshots } = found;
  const matching =
    wanted.version === undefined
      ? snapshots
      : snapshots.filter((snapshot) => isVersion(snapshot, wanted.version ?? ''));
  const snapshot = matching.find((one) => one.generation > 0);
  if (snapshot !== undefined) {
    const key = { shard: repository.shard, snapshot: snapshot.number, generation: snapshot.generation };
    return { repository, snapshot, key };
  }
  throw matching[0] === undefined ? versionNotFound(wanted.version ?? '', snapshots) : notReady(matching[0]);
}

function isVersion(snapshot: Snapshot, version: string): boolean {
  return (
    snapshot.id === version ||
    snapshot.ref === version ||
    (version.length >= 7 && snapshot.commit.startsWith(version))
  );
}

function versionNotFound(version: string, snapshots: readonly Snapshot[]): AppError {
  const available = snapshots.map((snapshot) => ({
    version: snapshot.id,
    ref: snapshot.ref,
    commit: snapshot.commit,
    status: snapshot.status,
  }));
  return new AppError('version_not_found', `Version ${JSON.stringify(version)} is not indexed.`, {
    details: { available },
  });
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
