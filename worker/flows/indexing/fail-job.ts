/** Decides what happens after a part throws: park it, retry it, or fail the job. */

import { AppError } from '../../core/errors.ts';
import type { Failure } from '../../core/repositories/repository.ts';
import type { Job } from '../../ports/catalog.ts';
import type { PartKey } from '../../ports/job-parts.ts';
import { cleanUpEndedJob, discardSupersededJobs, retainFailedJobUntil } from './clean-up-job.ts';
import { progressByStage } from './publish-part.ts';
import type { StagePart } from './stage-part.ts';
import type { Services } from '../services.ts';

/** Maximum attempts at one part, including the first, before its job fails. */
export const maxAttempts = 5;

/**
 * Ends the job after an error that a retry cannot fix. Any other error releases the part.
 * @returns false if the part no longer belongs to this worker: it is done, or another worker claimed it after the lease expired
 * @throws the error, so that the queue delivers the part again
 */
export async function handlePartFailure(
  services: Services,
  { job, key, claimed }: StagePart,
  thrown: AppError,
): Promise<boolean> {
  const error = withMaskedNames(services, thrown);
  const current = await services.catalog.getJob(job.id);
  // The repository was removed or another part failed the job, so the data that this part wrote is removed.
  if (current?.state !== 'running') {
    await cleanUpEndedJob(services, job);
    return true;
  }
  const retryAt = error.code === 'host_limited' ? error.details['retryAt'] : undefined;
  // The alarm wakes a parked part when the host accepts calls again.
  if (typeof retryAt === 'number') {
    await services.jobParts.park(key, retryAt, error.message);
    return true;
  }
  if (!(await services.jobParts.release(key, error.message))) return false;
  const isPermanent = !error.retryable && error.code !== 'internal';
  if (!isPermanent && claimed.attempts < maxAttempts) throw error;
  await failJob(services, job, isPermanent ? error : createAttemptsSpentError(key, error.message, error));
  return true;
}

/**
 * Masks secrets in an error, which may contain a file name with a secret. The masked error contains the masked stack of the original, and
 * the original as its cause.
 */
function withMaskedNames({ secretScanner }: Services, error: AppError): AppError {
  const message = secretScanner.maskPath(error.message);
  const details = Object.entries(error.details).map(([field, value]) => [
    field,
    typeof value === 'string' ? secretScanner.maskPath(value) : value,
  ]);
  const masked = new AppError(error.code, message, { cause: error, details: Object.fromEntries(details) });
  const { stack } = error.code === 'internal' && error.cause instanceof Error ? error.cause : error;
  if (stack !== undefined) masked.stack = secretScanner.maskPath(stack);
  return masked;
}

export function createAttemptsSpentError(key: PartKey, last: string, cause?: unknown): AppError {
  const message = `Part ${key.part} of the ${key.stage} stage failed ${maxAttempts} times; the last time: ${last}`;
  return new AppError('attempts_spent', message, {
    cause,
    details: { stage: key.stage, part: key.part, last },
  });
}

/** Records the failure, and removes the job's data unless a retry may use it. */
export async function failJob(services: Services, job: Job, error: AppError): Promise<void> {
  const failure: Failure = {
    code: error.code,
    message: error.message,
    fix: error.fix,
    details: error.details,
  };
  const tallies = await services.jobParts.tally({ id: job.id, shard: job.shard });
  const resumableUntil = retainFailedJobUntil(error, services.clock.now());
  await services.catalog.fail(job, failure, { progress: progressByStage(tallies), resumableUntil });
  await cleanUpEndedJob(services, job);
  await discardSupersededJobs(services, job);
}
