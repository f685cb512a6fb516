/**
 * Removes the parts, packs, archive and rows of jobs. The catalog records how long a failed job is retained for a retry. After that, its
 * data may be removed at any time.
 */

import type { AppError, ErrorCode } from '../../core/errors.ts';
import type { Job } from '../../ports/catalog.ts';
import { generationKey, jobBlobPrefix, vectorKey } from './stage-part.ts';
import type { Services } from '../services.ts';

/** One day, so that a job that fails in the evening can be retried in the morning. */
const failedJobRetentionMs = 24 * 3_600_000;

/** Errors that a retry may fix. All other codes describe the upload itself, which a retry does not change. */
const retryableCodes: ReadonlySet<ErrorCode> = new Set([
  'attempts_spent',
  'storage_unavailable',
  // The settings of the embedder may be corrected in the meantime.
  'embedder_failed',
  'part_timed_out',
  'internal',
]);

/** Returns the time until which a failed job is retained; undefined if a retry cannot help. */
export function retainFailedJobUntil(error: AppError, now: number): number | undefined {
  return retryableCodes.has(error.code) || isUnstartedCrawl(error) ? now + failedJobRetentionMs : undefined;
}

/** Reasons that would be the same in another crawl. */
const permanentCrawlReasons: ReadonlySet<unknown> = new Set(['redirected-away', 'robots', 'address-refused']);

/** Whether a crawl failed before its first page for a reason that may be temporary, such as an unreachable site. */
function isUnstartedCrawl({ code, details }: AppError): boolean {
  return (
    code === 'crawl_empty' && details['pages'] === undefined && !permanentCrawlReasons.has(details['reason'])
  );
}

/** Removes the data that only a running job needs. The parts are removed first, so that none of them can write rows any more. */
export async function removeJobData(services: Services, job: Job): Promise<void> {
  await services.jobParts.remove({ id: job.id, shard: job.shard });
  await services.blobStore.removeAll(jobBlobPrefix(job.id));
}

/**
 * Removes an ended job's data, and its generation unless it was published. Does nothing to a job that is running or retained. Safe to
 * repeat.
 */
export async function cleanUpEndedJob(services: Services, job: Job): Promise<void> {
  const ended = await services.catalog.getJob(job.id);
  if (ended?.state === 'running' || ended?.resumableUntil !== undefined) return;
  await removeJobData(services, job);
  if (ended?.state === 'done') return;
  await services.textIndex.remove(generationKey(job));
  await services.vectorIndex.remove(vectorKey(job));
  await services.graphStore.remove(generationKey(job));
  await services.chunkStore.remove(generationKey(job));
}

/** Ends the retention of a failed job and removes its data. Does nothing to any other job. Safe to repeat. */
export async function discardFailedJob(services: Services, job: Job): Promise<void> {
  await services.catalog.markNotResumable(job);
  await cleanUpEndedJob(services, job);
}

/** Discards retained jobs of older snapshots of the same repository, since only the newest can be retried. */
export async function discardSupersededJobs(services: Services, job: Job): Promise<void> {
  const snapshots = await services.catalog.listSnapshots([job.repositoryId]);
  for (const { number } of snapshots.filter((snapshot) => snapshot.number < job.snapshotNumber)) {
    const older = await services.catalog.latestJob(number);
    if (older?.resumableUntil !== undefined) await discardFailedJob(services, older);
  }
}
