/** Adds an uploaded archive: stores it, adds a snapshot under the given name, and starts the job that indexes it. */

import { requireRefreshAllowed } from './refresh-limit.ts';
import { AppError } from '../../core/errors.ts';
import { readUploadName } from '../../core/repositories/repository-names.ts';
import type { Viewer } from '../../core/viewer.ts';
import { jobBlobPrefix } from '../indexing/stage-part.ts';
import type { ArchiveFormat, Services } from '../services.ts';
import { requireListed } from '../identity/require-permission.ts';
import { startIndexing, type StartedIndexing } from '../indexing/start-indexing.ts';

export interface UploadRequest {
  readonly name: string;
  readonly ref: string | undefined;
  readonly commit: string | undefined;
  readonly subdirectory: string | undefined;
  readonly format: ArchiveFormat;
  readonly body: ReadableStream<Uint8Array>;
}

/** @throws AppError `invalid_request` (the name) | `not_allowed` | `refresh_too_soon` | `upload_too_large` | `archive_invalid` (an empty body) */
export async function addUpload(
  services: Services,
  viewer: Viewer,
  upload: UploadRequest,
): Promise<StartedIndexing> {
  const { ref, commit, subdirectory, format } = upload;
  const name = readUploadName(upload.name);
  const existing = await services.catalog.findRepository(viewer, name, 'upload');
  requireListed(viewer, existing);
  if (existing !== undefined) await requireRefreshAllowed(services, existing.id, ref);
  return startIndexing(services, viewer, {
    name,
    ref,
    commit: commit ?? '',
    subdirectory,
    shard: existing?.shard,
    prepare: async (job) => ({ archive: await storeArchive(services, job.id, upload.body), format }),
  });
}

/** @returns the key of the stored archive */
async function storeArchive(
  services: Services,
  jobId: string,
  body: ReadableStream<Uint8Array>,
): Promise<string> {
  const key = `${jobBlobPrefix(jobId)}archive`;
  const size = await services.blobStore.putStream(key, body, {
    maxBytes: services.settings.limits.maxUploadBytes,
    onBegin: (upload) => services.uploads.recordBlob(jobId, { key, upload }),
  });
  if (size > 0) return key;
  throw new AppError('archive_invalid', 'The archive is empty: the body has 0 bytes.');
}
