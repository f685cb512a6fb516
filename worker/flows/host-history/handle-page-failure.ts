/** Decides what happens after a page fails: when to retry it, whether to skip its stage, and what to suggest to the user. */

import { toAppError, type AppError } from '../../core/errors.ts';
import type { HostAccess } from '../../ports/code-host.ts';
import type { LeasedHistoryJob } from '../../ports/history-jobs.ts';
import { stageNames, type PageResult } from './history-page.ts';
import type { Services } from '../services.ts';

/** Maximum attempts at one page. */
const maxAttempts = 5;
/** Maximum attempts while the host is unavailable. With the waits below, these attempts take two hours. */
const maxHostAttempts = 12;
const firstWaitMs = 5_000;
const maxWaitMs = 15 * 60_000;

/** Whether no attempt is left. A page that was interrupted each time has recorded no error. */
export function hasNoAttemptsLeft({ attempts, error }: LeasedHistoryJob): boolean {
  return attempts > (error === undefined ? maxAttempts : maxHostAttempts);
}

/** @returns the milliseconds to wait before the next attempt; undefined if there is none */
export function retryDelayMs({ attempts }: LeasedHistoryJob, error: AppError): number | undefined {
  const isTemporary = error.retryable || error.code === 'internal';
  const limit = error.code === 'host_unavailable' ? maxHostAttempts : maxAttempts;
  if (!isTemporary || attempts >= limit) return undefined;
  return Math.min(firstWaitMs * 4 ** (attempts - 1), maxWaitMs);
}

/**
 * Skips a stage that the host rejects, so that the other stages continue. The commits stage cannot be skipped, because all other stages
 * refer to it.
 * @throws the error if it is temporary or not specific to the stage; also what `describe` of the host throws
 */
export async function skipStage(
  services: Pick<Services, 'hosting'>,
  job: LeasedHistoryJob,
  access: HostAccess,
  error: AppError,
): Promise<PageResult> {
  const { stage } = job.step;
  const isRejected = error.code === 'source_forbidden' || error.code === 'source_not_found';
  const isExhausted = error.code === 'host_unavailable' && retryDelayMs(job, error) === undefined;
  if (stage === 'commits' || !(isRejected || isExhausted)) throw error;
  const name = stageNames[stage];
  const skipped = { next: undefined, progress: job.progress[stage], budget: undefined };
  if (await isDisabled(services, job, access, error))
    return {
      ...skipped,
      notes: [`GitHub returned no ${name}: they seem to be disabled for this repository.`],
    };
  const reason = access.token === undefined ? 'they are no longer public' : 'the token may not read them';
  const why =
    error.code === 'source_not_found'
      ? `GitHub returned no ${name}: they do not exist, or ${reason}.`
      : `GitHub returned the ${name} incompletely: ${error.message}`;
  return { ...skipped, notes: [`${why} ${suggestFix(error)}`], failed: { stage, why } };
}

/** Whether the repository has no discussions of this kind. Without a token, a public repository shows everything that is enabled. */
async function isDisabled(
  { hosting }: Pick<Services, 'hosting'>,
  { input, step: { stage } }: LeasedHistoryJob,
  access: HostAccess,
  { code }: AppError,
): Promise<boolean> {
  if (code !== 'source_not_found' || (stage !== 'pull-requests' && stage !== 'issues')) return false;
  if (access.token !== undefined) return false;
  try {
    return !(await hosting.codeHost.describe(input.place, access)).isPrivate;
  } catch (thrown) {
    const error = toAppError(thrown);
    // The repository was removed or made private in the meantime.
    if (error.code === 'source_not_found' || error.code === 'source_forbidden') return false;
    throw error;
  }
}

/** Writes the last sentence of a note about incomplete history: how to complete it. */
export function suggestFix({ code }: AppError): string {
  if (code === 'token_refused') return 'Store another token with PUT /v1/tokens/github and refresh.';
  if (code === 'source_forbidden' || code === 'source_not_found')
    return 'Store a token that may read it with PUT /v1/tokens/github and refresh.';
  return 'Refresh to fetch it again.';
}
