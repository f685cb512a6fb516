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
 * Leaves nothing half done wherever it is cut off: the job is watched before its first byte is stored, and its first part is there
 * before its snapshot is; a job whose snapshot never comes is swept away.
 * @throws AppError `upload_too_large` | `archive_invalid` (an empty body)
 */
export async function addRepository(
  services: Services,
  viewer: Viewer,
  upload: Upload,
): Promise<{ id: string; snapshotId: string; status: 'queued' }> {
  const { clock, catalog, jobQueue } = services;
  const known = await catalog.findRepository(viewer, upload.name);
  const job = { id: clock.newId(), shard: known?.shard ?? onlyShard };
  await jobQueue.watch(job);
  const archive = await storeArchive(services, job.id, upload.body);
  await services.jobParts.add(job, 'fetch', [{ part: 0, input: { archive, format: upload.format } }]);
  const snapshotId = clock.newId();
  const added = await catalog.addSnapshot(viewer, {
    repositoryId: clock.newId(),
    snapshotId,
    jobId: job.id,
    name: upload.name,
    ref: upload.ref,
    commit: upload.commit ?? '',
    subdirectory: upload.subdirectory,
    shard: job.shard,
  });
  await jobQueue.watch(job);
  await jobQueue.wake([{ job: job.id, shard: job.shard, stage: 'fetch', part: 0 }]);
  return { id: added.repositoryId, snapshotId, status: 'queued' };
}

/** @returns the key it is stored under. */
async function storeArchive(
  services: Services,
  jobId: string,
  body: ReadableStream<Uint8Array>,
): Promise<string> {
  const key = `${blobPrefix(jobId)}archive`;
  const size = await services.blobStore.putStream(key, body, services.settings.limits.maxUploadBytes);
  if (size > 0) return key;
  await services.blobStore.removeAll(blobPrefix(jobId));
  throw new AppError('archive_invalid', 'The archive is empty: the body holds 0 bytes.');
}

/** Removes what an upload left that was cut off before its snapshot was added. */
export async function abandonUpload(services: Services, job: { id: string; shard: number }): Promise<void> {
  await services.jobParts.remove(job);
  await services.blobStore.removeAll(blobPrefix(job.id));
}
