/**
 * Lists the versions of a repository: one per branch or tag, and one for uploads without either. The newest ready snapshot of a version
 * serves its reads. A newer snapshot that is being indexed or failed is listed with it.
 */

import type { Repository, Snapshot, SnapshotKey } from '../../core/repositories/repository.ts';
import { AppError } from '../../core/errors.ts';
import { matchVersion } from '../../core/repositories/match-version.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Services } from '../services.ts';

export interface Version {
  readonly ref: string | undefined;
  /** The snapshot that serves reads, or the newest snapshot if none is ready. */
  readonly snapshot: Snapshot;
  /** A newer snapshot that is being indexed or failed. */
  readonly next: Snapshot | undefined;
  /** The previous ready snapshot, which is retained for a while. */
  readonly supersedes: Snapshot | undefined;
  /** Whether reads without a version use this version. */
  readonly isDefault: boolean;
}

export interface Versions {
  readonly repository: Repository;
  /** The default version first, then newest first. */
  readonly versions: readonly Version[];
  readonly snapshots: readonly Snapshot[];
}

/** @throws AppError `repository_not_found` */
export async function listVersions(
  services: Pick<Services, 'catalog'>,
  viewer: Viewer,
  id: string,
): Promise<Versions> {
  const found = await services.catalog.readRepository(viewer, id);
  if (found === undefined)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
  return { ...found, versions: groupVersions(found.snapshots) };
}

/** @param snapshots newest first */
export function groupVersions(snapshots: readonly Snapshot[]): readonly Version[] {
  const served = snapshots.find(({ generation }) => generation > 0);
  const refs = new Set([...(served === undefined ? [] : [served]), ...snapshots].map(({ ref }) => ref));
  return [...refs].flatMap((ref) => {
    const refSnapshots = snapshots.filter((candidate) => candidate.ref === ref);
    const [newest] = refSnapshots;
    const snapshot = refSnapshots.find(({ generation }) => generation > 0) ?? newest;
    if (newest === undefined || snapshot === undefined) return [];
    const supersedes = refSnapshots.find(
      ({ number, generation }) => number < snapshot.number && generation > 0,
    );
    const next = newest.number > snapshot.number ? newest : undefined;
    return [{ ref, snapshot, next, supersedes, isDefault: snapshot === served }];
  });
}

/** Lists the served snapshots of all other versions. */
export function otherVersionKeys(
  { repository, versions }: Versions,
  snapshot: Pick<Snapshot, 'number'>,
): readonly SnapshotKey[] {
  return versions
    .map((version) => version.snapshot)
    .filter(({ number, generation }) => number !== snapshot.number && generation > 0)
    .map(({ number, generation }) => ({ shard: repository.shard, snapshot: number, generation }));
}

/**
 * Finds the version with this name, whether it is ready or not. The name of a version without a branch or tag is its snapshot or commit.
 * @throws AppError `repository_not_found` | `version_not_found`
 */
export async function findVersion(
  services: Pick<Services, 'catalog'>,
  viewer: Viewer,
  request: { readonly id: string; readonly version: string },
): Promise<Versions & { readonly version: Version }> {
  const listed = await listVersions(services, viewer, request.id);
  const [match] = matchVersion(listed.snapshots, request.version);
  const version = listed.versions.find(({ ref }) => match !== undefined && ref === match.ref);
  if (version !== undefined) return { ...listed, version };
  throw new AppError('version_not_found', `Version ${JSON.stringify(request.version)} is not indexed.`, {
    details: {
      available: listed.snapshots.map(({ id, ref, commit, status }) => ({
        version: id,
        ref,
        commit,
        status,
      })),
    },
  });
}
