/** Takes an archive: stores it, adds a snapshot under the name given, and starts the job that indexes it. */

import { AppError } from '../core/errors.ts';
import type { Viewer } from '../core/viewer.ts';
import { blobPrefix } from './part.ts';
import type { ArchiveFormat, Services } from './services.ts';

export interface Upload {
  readonly name: string;
  readonly ref: string | undefined;
  readonly commit: string | undefined;
  readonly subdirectory: string | undefined;
  readonly format: ArchiveFormat;
  readonly body: ReadableStream<Uint8Array>;
}

/** The shard new repositories go to; with more than one index database, the least filled. */
const onlyShard = 0;

/**
 * The archive is stored before anything is written down, so an upload that breaks off leaves nothing.
 * @throws AppError `upload_too_large` | `archive_invalid` (an empty body)
 */
export async function addRepository(
  services: Services,
  viewer: Viewer,
  upload: Upload,
): Promise<{ id: string; snapshotId: string; status: 'queued' }> {
  const { clock } = services;
  const jobId = clock.newId();
  const archive = `${blobPrefix(jobId)}archive`;
  const size = await services.blobStore.putStream(
    archive,
    upload.body,
    services.settings.limits.maxUploadBytes,
  );
  if (size === 0) {
    await services.blobStore.removeAll(blobPrefix(jobId));
    throw new AppError('archive_invalid', 'The archive is empty: the body holds 0 bytes.');
  }
  const snapshotId = clock.newId();
  const added = await services.catalog.addSnapshot(viewer, {
    repositoryId: clock.newId(),
    snapshotId,
    jobId,
    name: upload.name,
    ref: upload.ref,
    commit: upload.commit ?? '',
    subdirectory: upload.subdirectory,
    shard: onlyShard,
  });
  const job = { id: jobId, shard: added.shard };
  await services.jobParts.add(job, 'fetch', [{ part: 0, input: { archive, format: upload.format } }]);
  await services.jobQueue.watch(job);
  await services.jobQueue.wake([{ job: jobId, shard: added.shard, stage: 'fetch', part: 0 }]);
  return { id: added.repositoryId, snapshotId, status: 'queued' };
}
