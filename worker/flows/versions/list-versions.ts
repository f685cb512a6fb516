/**
 * The versions of a repository: a branch or a tag each, and what was uploaded without one. What a version is, is its newest snapshot
 * that is ready; what is on its way to take its place, or failed to, is told beside it.
 */

import type { Repository, Snapshot, SnapshotKey } from '../../core/repository.ts';
import { AppError } from '../../core/errors.ts';
import { matchVersion } from '../../core/match-version.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Services } from '../services.ts';

export interface Version {
  readonly ref: string | undefined;
  /** What is read of it; its newest try where none is ready. */
  readonly snapshot: Snapshot;
  /** A newer try than what is read of it, on its way or failed. */
  readonly next: Snapshot | undefined;
  /** The snapshot before it, which is kept for a while. */
  readonly supersedes: Snapshot | undefined;
  /** What is read where no version is named. */
  readonly isDefault: boolean;
}

export interface Versions {
  readonly repository: Repository;
  /** The one read by default first, then the newest first. */
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
  return { ...found, versions: versionsOf(found.snapshots) };
}

/** @param snapshots newest first */
export function versionsOf(snapshots: readonly Snapshot[]): readonly Version[] {
  const served = snapshots.find(({ generation }) => generation > 0);
  const refs = new Set([...(served === undefined ? [] : [served]), ...snapshots].map(({ ref }) => ref));
  return [...refs].flatMap((ref) => {
    const own = snapshots.filter((one) => one.ref === ref);
    const [newest] = own;
    const snapshot = own.find(({ generation }) => generation > 0) ?? newest;
    if (newest === undefined || snapshot === undefined) return [];
    const supersedes = own.find(({ number, generation }) => number < snapshot.number && generation > 0);
    const next = newest.number > snapshot.number ? newest : undefined;
    return [{ ref, snapshot, next, supersedes, isDefault: snapshot === served }];
  });
}

/** Every other version of the repository, as what is read of it. */
export function othersOf(
  { repository, versions }: Versions,
  snapshot: Pick<Snapshot, 'number'>,
): readonly SnapshotKey[] {
  return versions
    .map((one) => one.snapshot)
    .filter(({ number, generation }) => number !== snapshot.number && generation > 0)
    .map(({ number, generation }) => ({ shard: repository.shard, snapshot: number, generation }));
}

/**
 * The version a word means, whether it is ready or not; without a branch or tag it is named by its snapshot or commit.
 * @throws AppError `repository_not_found` | `version_not_found`
 */
export async function findVersion(
  services: Pick<Services, 'catalog'>,
  viewer: Viewer,
  asked: { readonly id: string; readonly version: string },
): Promise<Versions & { readonly version: Version }> {
  const listed = await listVersions(services, viewer, asked.id);
  const [meant] = matchVersion(listed.snapshots, asked.version);
  const version = listed.versions.find((one) => meant !== undefined && one.ref === meant.ref);
  if (version !== undefined) return { ...listed, version };
  throw new AppError('version_not_found', `Version ${JSON.stringify(asked.version)} is not indexed.`, {
    details: {
      available: listed.snapshots.map((one) => ({
        version: one.id,
        ref: one.ref,
        commit: one.commit,
        status: one.status,
      })),
    },
  });
}
