/** Counts the data of one version, and how much of it other versions share. */

import type { Counts, Repository, Snapshot } from '../../core/repositories/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import { findVersion, otherVersionKeys, type Version } from './list-versions.ts';
import { resolveSnapshot } from './resolve-snapshot.ts';
import type { Services } from '../services.ts';

interface VersionView {
  readonly repository: Repository;
  readonly version: Version;
  /** The requested snapshot. A request by id or commit may select an older snapshot than the one that serves the version. */
  readonly snapshot: Snapshot;
  readonly counts: Counts;
  /** Each chunk, vector and file is counted once, however often it occurs in the version. */
  readonly chunks: SharedCount;
  readonly embeddings: SharedCount;
  readonly bytes: SharedCount;
}

interface SharedCount {
  readonly stored: number;
  /** The part of `stored` that other versions have too. */
  readonly shared: number;
  readonly own: number;
}

/** @throws what `resolveSnapshot` throws */
export async function viewVersion(
  services: Services,
  viewer: Viewer,
  request: { readonly id: string; readonly version: string },
): Promise<VersionView> {
  const { key, snapshot, repository } = await resolveSnapshot(services, viewer, request);
  const listed = await findVersion(services, viewer, { id: request.id, version: snapshot.id });
  const others = otherVersionKeys(listed, listed.version.snapshot);
  const [counts, stored, vectors, edges] = await Promise.all([
    services.chunkStore.counts(key),
    services.chunkStore.sharing(key, others),
    services.vectorIndex.sharing({ ...key, repository: repository.id }, others),
    services.graphStore.countEdges(key),
  ]);
  return {
    repository,
    version: listed.version,
    snapshot,
    counts: { ...counts, edges },
    chunks: toSharedCount(stored.chunks, stored.sharedChunks),
    embeddings: toSharedCount(vectors.vectors, vectors.sharedVectors),
    bytes: toSharedCount(stored.bytes, stored.sharedBytes),
  };
}

function toSharedCount(stored: number, shared: number): SharedCount {
  return { stored, shared, own: stored - shared };
}
