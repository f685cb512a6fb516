/**
 * Receives the source of a job that does not exist yet. While it comes in, a leased row says so; when it ends early, what it stored goes at
 * once, and after a crash as soon as the lease has expired. Nothing is created for an upload that never becomes a job.
 */

import { AppError } from '../../core/errors.ts';
import type { ReceivedUpload, UploadKey } from '../../ports/uploads.ts';
import { blobPrefix } from './part.ts';
import type { Services } from '../services.ts';

type Needed = Pick<Services, 'uploads' | 'jobQueue' | 'jobParts' | 'blobStore' | 'catalog'>;

/** Renewals in one lease, so that one may fail. */
const renewalsPerLease = 3;

/**
 * Calls `receive`, which stores the source and adds its job. It calls `stillReceiving` just before it adds the job, and with the new shard when that changes.
 * @throws what `receive` throws, after what it stored is gone; AppError `storage_unavailable` if the upload was abandoned
 */
export async function receiveUpload<Result>(
  services: Needed,
  upload: UploadKey,
  receive: (stillReceiving: (shard?: number) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const { uploads, jobQueue } = services;
  let isAbandoned = false;
  const renew = async (shard?: number): Promise<void> => {
    if (!(await uploads.renew(upload.job, shard))) isAbandoned = true;
    if (isAbandoned) throw abandoned(uploads.leaseMs);
  };
  // First: a crash at any later moment finds the object that looks for expired leases awake.
  await jobQueue.watchCleanup(uploads.leaseMs);
  await uploads.begin(upload);
  const heartbeat = setInterval(() => {
    // A renewal that fails is followed by another.
    renew().catch(() => undefined);
  }, uploads.leaseMs / renewalsPerLease);
  try {
    const result = await receive(renew);
    // One that stays is found to have a job, and ends with its lease.
    await uploads.end(upload.job).catch(() => undefined);
    return result;
  } catch (thrown) {
    // Where that fails, its lease expires and it is tried again.
    await abandonUpload(services, { ...upload, blob: undefined }).catch(() => undefined);
    // The blob store refuses what is sent after its upload was aborted; the cause is the lease.
    throw isAbandoned ? abandoned(uploads.leaseMs, thrown) : thrown;
  } finally {
    clearInterval(heartbeat);
  }
}

function abandoned(leaseMs: number, cause?: unknown): AppError {
  const message = `The upload was removed as interrupted: its lease was not renewed for ${leaseMs / 1_000} seconds. Send it again.`;
  return new AppError('storage_unavailable', message, { cause });
}

/**
 * Removes what interrupted uploads left. One that fails does not keep the others from being tried.
 * @returns after how many milliseconds to look again; undefined when no upload is being received
 */
export async function abandonExpiredUploads(services: Needed): Promise<number | undefined> {
  const { uploads } = services;
  const failures: unknown[] = [];
  for (const upload of await uploads.takeExpired())
    await abandonUpload(services, upload).catch((thrown: unknown) => void failures.push(thrown));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
  return (await uploads.isAny()) ? uploads.leaseMs : undefined;
}

/** Removes what was stored for a job that was never added, and does nothing to one that was. Safe to repeat. */
export async function abandonUpload(services: Needed, { job, shard, blob }: ReceivedUpload): Promise<void> {
  const { uploads, catalog, jobParts, blobStore } = services;
  // Where its job was added, what is stored is the job's.
  if ((await catalog.getJob(job)) === undefined) {
    await jobParts.remove({ id: job, shard });
    if (blob !== undefined) await blobStore.abortStream(blob.key, blob.upload);
    await blobStore.removeAll(blobPrefix(job));
  }
  await uploads.end(job);
}
