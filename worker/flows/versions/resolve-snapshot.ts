/** From what a request names to the published state it reads: repository, version, generation. */

import { AppError } from '../../core/errors.ts';
import { matchVersion } from '../../core/match-version.ts';
import type { Repository, Snapshot, SnapshotKey } from '../../core/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { GoneSnapshot } from '../../ports/catalog.ts';
import type { Services } from '../services.ts';

export interface ResolvedSnapshot {
  readonly repository: Repository;
  readonly snapshot: Snapshot;
  readonly key: SnapshotKey;
}

/**
 * The version asked for (as `matchVersion` reads it), or the newest that is ready.
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
  const matching = wanted.version === undefined ? snapshots : matchVersion(snapshots, wanted.version);
  const snapshot = matching.find((one) => one.generation > 0);
  if (snapshot !== undefined) {
    const key = { shard: repository.shard, snapshot: snapshot.number, generation: snapshot.generation };
    return { repository, snapshot, key };
  }
  if (matching[0] !== undefined) throw notReady(matching[0]);
  const gone = await services.catalog.listGone(repository.id);
  throw versionNotFound(wanted.version ?? '', snapshots, gone);
}

/** What was collected or removed is told apart from what never was. */
function versionNotFound(
  version: string,
  snapshots: readonly Snapshot[],
  gone: readonly GoneSnapshot[],
): AppError {
  const available = snapshots.map((snapshot) => ({
    version: snapshot.id,
    ref: snapshot.ref,
    commit: snapshot.commit,
    status: snapshot.status,
  }));
  const [last] = matchVersion(gone, version);
  const shown = JSON.stringify(version);
  if (last === undefined)
    return new AppError('version_not_found', `Version ${shown} is not indexed.`, { details: { available } });
  const now = snapshots.find(({ ref, generation }) => ref === last.ref && generation > 0);
  const removedAt = new Date(last.removedAt).toISOString();
  const named = last.ref === undefined ? 'the repository' : `"${last.ref}"`;
  const instead = now === undefined ? '' : ` What ${named} is now is the version ${now.id}.`;
  return new AppError(
    'version_not_found',
    `Version ${shown} (commit ${last.commit.slice(0, 17)}) is no longer kept since ${removedAt}.${instead}`,
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
