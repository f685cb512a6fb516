/** Takes an archive: stores it, adds a snapshot under the name given, and starts the job that indexes it. */

import { AppError } from '../../core/errors.ts';
import type { Snapshot } from '../../core/repository.ts';
import { readUploadName } from '../../core/upload-name.ts';
import type { Viewer } from '../../core/viewer.ts';
import { blobPrefix } from '../indexing/part.ts';
import type { ArchiveFormat, Services } from '../services.ts';
import { startIndexing, type Started } from '../indexing/start-indexing.ts';

export interface Upload {
  readonly name: string;
  readonly ref: string | undefined;
  readonly commit: string | undefined;
  readonly subdirectory: string | undefined;
  readonly format: ArchiveFormat;
  readonly body: ReadableStream<Uint8Array>;
}

/** @throws AppError `invalid_request` (the name) | `refresh_too_soon` | `upload_too_large` | `archive_invalid` (an empty body) */
export async function addRepository(services: Services, viewer: Viewer, upload: Upload): Promise<Started> {
  const { ref, commit, subdirectory, format } = upload;
  const name = readUploadName(upload.name);
  const known = await services.catalog.findRepository(viewer, name, 'upload');
  if (known !== undefined) await requireRefreshAllowed(services, known.id, ref);
  return startIndexing(services, viewer, {
    name,
    ref,
    commit: commit ?? '',
    subdirectory,
    shard: known?.shard,
    prepare: async (job) => ({ archive: await storeArchive(services, job.id, upload.body), format }),
  });
}

/**
 * When a version may be uploaded again, in milliseconds since 1970: so long after it was last, tries that failed not counted.
 * Undefined where it may be now.
 */
export function refreshAllowedAt(
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
  snapshots: readonly Pick<Snapshot, 'ref' | 'status' | 'createdAt'>[],
  ref: string | undefined,
): number | undefined {
  const last = snapshots.find((one) => one.ref === ref && one.status !== 'failed');
  const at = last === undefined ? 0 : last.createdAt + settings.versions.refreshEveryMs;
  // A snapshot added before the clock was set back delays no refresh.
  const isAhead = last !== undefined && last.createdAt > clock.now();
  return at > clock.now() && !isAhead ? at : undefined;
}

/** @throws AppError `refresh_too_soon` */
export async function requireRefreshAllowed(
  services: Services,
  repositoryId: string,
  ref: string | undefined,
): Promise<void> {
  if (services.settings.versions.refreshEveryMs === 0) return;
  const snapshots = await services.catalog.listSnapshots([repositoryId]);
  const at = refreshAllowedAt(services, snapshots, ref);
  if (at === undefined) return;
  const allowedAt = new Date(at).toISOString();
  const named = ref === undefined ? 'The repository' : `The version ${JSON.stringify(ref)}`;
  throw new AppError('refresh_too_soon', `${named} may be indexed again at ${allowedAt}.`, {
    details: { id: repositoryId, allowedAt },
  });
}

/** @returns the key it is stored under. */
async function storeArchive(
  services: Services,
  jobId: string,
  body: ReadableStream<Uint8Array>,
): Promise<string> {
  const key = `${blobPrefix(jobId)}archive`;
  const size = await services.blobStore.putStream(key, body, {
    maxBytes: services.settings.limits.maxUploadBytes,
    onBegin: (upload) => services.uploads.noteBlob(jobId, { key, upload }),
  });
  if (size > 0) return key;
  throw new AppError('archive_invalid', 'The archive is empty: the body holds 0 bytes.');
}
