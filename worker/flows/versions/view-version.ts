/** One version in numbers: what it holds, and how much of that it has in common with the others. */

import type { Counts, Repository, Snapshot } from '../../core/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import { findVersion, othersOf, type Version } from './list-versions.ts';
import { resolveSnapshot } from './resolve-snapshot.ts';
import type { Services } from '../services.ts';

interface VersionView {
  readonly repository: Repository;
  readonly version: Version;
  /** That which was asked for: of a version named by its id or commit an older one perhaps. */
  readonly snapshot: Snapshot;
  readonly counts: Counts;
  /** Each chunk, vector and byte of a file once, however often it stands in the version. */
  readonly chunks: Shared;
  readonly embeddings: Shared;
  readonly bytes: Shared;
}

export interface Shared {
  readonly stored: number;
  /** Other versions have these too. */
  readonly shared: number;
  readonly own: number;
}

/** @throws what `resolveSnapshot` throws */
export async function viewVersion(
  services: Services,
  viewer: Viewer,
  asked: { readonly id: string; readonly version: string },
): Promise<VersionView> {
  const { key, snapshot, repository } = await resolveSnapshot(services, viewer, asked);
  const listed = await findVersion(services, viewer, { id: asked.id, version: snapshot.id });
  const others = othersOf(listed, listed.version.snapshot);
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
    chunks: sharedOf(stored.chunks, stored.sharedChunks),
    embeddings: sharedOf(vectors.vectors, vectors.sharedVectors),
    bytes: sharedOf(stored.bytes, stored.sharedBytes),
  };
}

function sharedOf(stored: number, shared: number): Shared {
  return { stored, shared, own: stored - shared };
}
