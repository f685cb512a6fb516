/**
 * Resolves the version whose files and definitions may be browsed. A version that is indexed for the first time can be browsed as soon as its
 * files are listed. Everything that searches, quotes or answers uses `resolveSnapshot`, which never returns such a version.
 */

import { AppError } from '../../core/errors.ts';
import type { Status } from '../../core/repositories/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Services } from '../services.ts';
import { readVersions, resolveSnapshot, type ResolvedSnapshot } from './resolve-snapshot.ts';

export interface BrowsableSnapshot extends ResolvedSnapshot {
  /** False while the version is indexed for the first time. */
  readonly isPublished: boolean;
}

/** The stages after the one that stores the list of files. */
const statusesWithFiles: ReadonlySet<Status> = new Set(['parsing', 'indexing', 'embedding']);
/** The first generation of a version. A later one is built only while an earlier one is published. */
const firstGeneration = 1;

/** @throws AppError what `resolveSnapshot` throws; `not_ready` only until the files are listed */
export async function resolveBrowsable(
  services: Pick<Services, 'catalog'>,
  viewer: Viewer,
  request: { readonly id: string; readonly version: string | undefined },
): Promise<BrowsableSnapshot> {
  try {
    return { ...(await resolveSnapshot(services, viewer, request)), isPublished: true };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== 'not_ready') throw thrown;
    const { repository, matching } = await readVersions(services, viewer, request);
    const [snapshot] = matching;
    if (snapshot === undefined || snapshot.generation > 0 || !statusesWithFiles.has(snapshot.status))
      throw thrown;
    const key = { shard: repository.shard, snapshot: snapshot.number, generation: firstGeneration };
    return { repository, snapshot, key, isPublished: false };
  }
}

/**
 * While a version is indexed, distinguishes a file that is not parsed yet from one that does not exist.
 * @throws AppError `not_ready` for a file that is listed, but not parsed yet
 */
export async function requireParsed(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  { key, isPublished }: BrowsableSnapshot,
  path: string,
): Promise<void> {
  const query = { paths: [path], hashes: [] };
  if (isPublished || (await chunkStore.findFiles(key, query)).length > 0) return;
  if ((await chunkStore.listFiles(key)).some((file) => file.path === path))
    throw new AppError('not_ready', `The file ${JSON.stringify(path)} has not been read yet.`);
}
