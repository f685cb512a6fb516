/**
 * The version whose history is imported. Each call checks first that the version exists, and removes its history again if the version was
 * deleted during the call.
 */

import { AppError } from '../../core/errors.ts';
import type { Snapshot } from '../../core/repositories/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { HistoryKey } from '../../ports/history-store.ts';
import { requirePermission } from '../identity/require-permission.ts';
import type { Services } from '../services.ts';

export interface HistoryVersion {
  /** The id of the repository. */
  readonly id: string;
  /** The id of the snapshot. */
  readonly version: string;
}

export type HistoryStores = Pick<Services, 'catalog' | 'historyStore'>;

/**
 * Reads the version with this id, whatever its status. History may arrive while the version is being indexed. It is then checked against
 * the files stored so far.
 */
export async function requireImportedVersion(
  { catalog }: Pick<Services, 'catalog'>,
  viewer: Viewer,
  { id, version }: HistoryVersion,
): Promise<HistoryKey> {
  const found = await catalog.readRepository(viewer, id);
  const repository = requirePermission(viewer, 'index', { id, repository: found?.repository });
  const snapshots = found?.snapshots ?? [];
  if (repository.source.kind !== 'upload')
    throw new AppError(
      'invalid_request',
      `The history of ${JSON.stringify(repository.name)} comes from its host. Upload the clone to create a separate repository with its own history.`,
    );
  const snapshot = snapshots.find(({ id }) => id === version);
  if (snapshot === undefined) throw versionNotFound(version, snapshots);
  const generation =
    snapshot.generation > 0
      ? snapshot.generation
      : ((await catalog.latestJob(snapshot.number))?.generation ?? 0);
  return { shard: repository.shard, snapshot: snapshot.number, generation, repository: id };
}

/** Removes the import again if its repository or version was removed in the meantime. */
export async function removeImportIfGone(
  { catalog, historyStore }: HistoryStores,
  viewer: Viewer,
  { id, version }: HistoryVersion,
  key: HistoryKey,
): Promise<void> {
  const found = await catalog.readRepository(viewer, id);
  if (found === undefined) {
    await historyStore.removeRepository(key);
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
  }
  if (found.snapshots.some((snapshot) => snapshot.id === version)) return;
  await historyStore.remove({ ...key, generation: undefined });
  throw versionNotFound(version, found.snapshots);
}

function versionNotFound(version: string, snapshots: readonly Snapshot[]): AppError {
  return new AppError(
    'version_not_found',
    `There is no snapshot ${JSON.stringify(version)} of this repository.`,
    { details: { available: snapshots.map(({ id, status }) => ({ version: id, status })) } },
  );
}
