/**
 * What becomes of a failed job's parts, packs, archive and rows: kept for a while where another try may mend what failed,
 * gone at once where it cannot. The catalog says which; what it no longer says is kept may be removed by anyone.
 */

import type { AppError, ErrorCode } from '../../core/errors.ts';
import type { Job } from '../../ports/catalog.ts';
import { cleanUpEndedJob } from './part.ts';
import type { Services } from '../services.ts';

/** How long a failed job is kept: a day, so that who started it in the evening can take it up in the morning. */
export const keptMs = 24 * 3_600_000;

/** The rest of the codes tell of the upload itself, which stays what it is. */
const mendable: ReadonlySet<ErrorCode> = new Set([
  'attempts_spent',
  'storage_unavailable',
  // Its settings may be put right meanwhile.
  'embedder_failed',
  'part_timed_out',
  'internal',
]);

/** Until when a job that failed so is kept; undefined when trying again cannot help. */
export function keptUntilOf(error: AppError, now: number): number | undefined {
  return mendable.has(error.code) || isUnbegunCrawl(error) ? now + keptMs : undefined;
}

/** What a site itself says: asked again, it says the same. */
const saidBySite: ReadonlySet<unknown> = new Set(['redirected-away', 'robots', 'address-refused']);

/** A site that could not be reached or did not let itself be read may by then; one whose pages were all told is what it is. */
function isUnbegunCrawl({ code, details }: AppError): boolean {
  return code === 'crawl_empty' && details['pages'] === undefined && !saidBySite.has(details['reason']);
}

/** Removes what is kept of a failed job; does nothing to any other. Safe to do again. */
export async function dropKept(services: Services, job: Job): Promise<void> {
  await services.catalog.dropKept(job);
  await cleanUpEndedJob(services, job);
}

/** Removes what is kept of older uploads of the job's repository: only the newest can be taken up again. */
export async function dropSuperseded(services: Services, job: Job): Promise<void> {
  const snapshots = await services.catalog.listSnapshots([job.repositoryId]);
  for (const { number } of snapshots.filter((snapshot) => snapshot.number < job.snapshotNumber)) {
    const older = await services.catalog.latestJob(number);
    if (older?.keptUntil !== undefined) await dropKept(services, older);
  }
}
