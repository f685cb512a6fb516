/**
 * Receives the source of a job that does not exist yet. A leased row marks the upload while it runs. If it fails, its data is removed at
 * once; after a crash, when the lease expires. An upload that never becomes a job leaves nothing.
 */

import { AppError } from '../../core/errors.ts';
import type { ReceivedUpload, UploadKey } from '../../ports/uploads.ts';
import { jobBlobPrefix } from './stage-part.ts';
import type { Services } from '../services.ts';

type UploadServices = Pick<Services, 'uploads' | 'jobQueue' | 'jobParts' | 'blobStore' | 'catalog'>;

/** Renewals per lease, so that one may fail. */
const renewalsPerLease = 3;

/**
 * Calls `receive`, which stores the source and adds its job. `receive` calls `renewLease` right before it adds the job, and passes the
 * new shard when it changes.
 * @throws what `receive` throws, after its data is removed; AppError `storage_unavailable` if the upload was abandoned
 */
export async function receiveUpload<Result>(
  services: UploadServices,
  upload: UploadKey,
  receive: (renewLease: (shard?: number) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const { uploads, jobQueue } = services;
  let isAbandoned = false;
  const renew = async (shard?: number): Promise<void> => {
    if (!(await uploads.renew(upload.job, shard))) isAbandoned = true;
    if (isAbandoned) throw abandonedError(uploads.leaseMs);
  };
  // First: after a crash at any later moment, the object that removes expired uploads is awake.
  await jobQueue.watchCleanup(uploads.leaseMs);
  await uploads.begin(upload);
  const heartbeat = setInterval(() => {
    // Another renewal follows a failed one.
    renew().catch(() => undefined);
  }, uploads.leaseMs / renewalsPerLease);
  try {
    const result = await receive(renew);
    // If this fails, the row ends with its lease; its job protects the data.
    await uploads.end(upload.job).catch(() => undefined);
    return result;
  } catch (thrown) {
    // If this fails, it is tried again when the lease expires.
    await abandonUpload(services, { ...upload, blob: undefined }).catch(() => undefined);
    // The blob store refuses data after its upload was aborted; the lease is the cause.
    throw isAbandoned ? abandonedError(uploads.leaseMs, thrown) : thrown;
  } finally {
    clearInterval(heartbeat);
  }
}

function abandonedError(leaseMs: number, cause?: unknown): AppError {
  const message = `The upload was removed as interrupted: its lease was not renewed for ${leaseMs / 1_000} seconds. Send it again.`;
  return new AppError('storage_unavailable', message, { cause });
}

/**
 * Removes the data of interrupted uploads. A failure of one does not stop the others.
 * @returns the milliseconds until the next check; undefined when no upload is being received
 */
export async function abandonExpiredUploads(services: UploadServices): Promise<number | undefined> {
  const { uploads } = services;
  const failures: unknown[] = [];
  for (const upload of await uploads.takeExpired())
    await abandonUpload(services, upload).catch((thrown: unknown) => void failures.push(thrown));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
  return (await uploads.isAny()) ? uploads.leaseMs : undefined;
}

/** Removes the data of an upload whose job was never added; otherwise only the upload's row. Safe to repeat. */
export async function abandonUpload(
  services: UploadServices,
  { job, shard, blob }: ReceivedUpload,
): Promise<void> {
  const { uploads, catalog, jobParts, blobStore } = services;
  // Once the job exists, the data belongs to it.
  if ((await catalog.getJob(job)) === undefined) {
    await jobParts.remove({ id: job, shard });
    if (blob !== undefined) await blobStore.abortStream(blob.key, blob.upload);
    await blobStore.removeAll(jobBlobPrefix(job));
  }
  await uploads.end(job);
}
