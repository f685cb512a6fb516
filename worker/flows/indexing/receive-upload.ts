/**
 * Receives the source of a job that does not exist yet. A leased row marks the upload while it runs. If the upload fails, its data is
 * removed at once. After a crash, it is removed when the lease expires.
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
 * new shard if it changes.
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
  // Called first, so that after a crash at any later time the object that removes expired uploads is awake.
  await jobQueue.watchCleanup(uploads.leaseMs);
  await uploads.begin(upload);
  const heartbeat = setInterval(() => {
    // Another renewal follows a failed renewal.
    renew().catch(() => undefined);
  }, uploads.leaseMs / renewalsPerLease);
  try {
    const result = await receive(renew);
    // If this fails, the row ends with its lease. The data is safe because its job exists.
    await uploads.end(upload.job).catch(() => undefined);
    return result;
  } catch (thrown) {
    // If this fails, it is repeated when the lease expires.
    await abandonUpload(services, { ...upload, blob: undefined }).catch(() => undefined);
    // The blob store rejects data after its upload was aborted, but the cause is the expired lease.
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
 * Removes the data of interrupted uploads. If one removal fails, the other removals continue.
 * @returns the milliseconds until the next check; undefined if no upload is being received
 */
export async function abandonExpiredUploads(services: UploadServices): Promise<number | undefined> {
  const { uploads } = services;
  const failures: unknown[] = [];
  for (const upload of await uploads.takeExpired())
    await abandonUpload(services, upload).catch((thrown: unknown) => void failures.push(thrown));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
  return (await uploads.hasUploads()) ? uploads.leaseMs : undefined;
}

/** Removes the row of an upload, and its data if its job was never added. Safe to repeat. */
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
