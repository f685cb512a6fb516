/**
 * Fetches a repository's history from its host, page by page, after the snapshot is ready. One write finishes a page and schedules the
 * next, so a crash costs one page. The job waits for rate limits, and part of the host's budget is reserved for other uses. The snapshot
 * stays ready even if the job fails.
 */

import { AppError, toAppError } from '../../core/errors.ts';
import type { Progress } from '../../core/repositories/repository.ts';
import {
  historyStages,
  type LeasedHistoryJob,
  type HistoryJob,
  type HistoryJobKey,
  type HistoryStep,
} from '../../ports/history-jobs.ts';
import type { HostAccess } from '../../ports/code-host.ts';
import type { HostBudget } from '../../ports/history-source.ts';
import { historyAccess } from '../github/host-access.ts';
import { hasNoAttemptsLeft, retryDelayMs, suggestFix, skipStage } from './handle-page-failure.ts';
import { stageNames, type PageResult } from './history-page.ts';
import { describeLimits, fetchPage } from './fetch-page.ts';
import type { Services } from '../services.ts';

/**
 * The fraction of the host's budget reserved for other uses, and its minimum: adding a repository takes 5 of the 60 calls an hour allowed
 * without a token.
 */
const reservedFraction = 0.1;
const reservedCalls = 30;
/** Maximum run of one worker. The next message continues the job. */
const maxRunMs = 20_000;
const heartbeatMs = 4_000;
/** Time between two sweeps of a running job. */
const sweepIntervalMs = 5_000;
/** Stages that end early with a note instead of waiting for a rate limit. */
const optionalStages: ReadonlySet<string> = new Set(['files', 'origins']);

/** Fetches pages of a job for up to `maxRunMs`, unless another worker does. */
export async function runHostHistory(services: Services, key: HistoryJobKey): Promise<void> {
  let job = await services.historyJobs.claim(key);
  const until = services.clock.now() + maxRunMs;
  const run = { services, accessFor: rememberAccess(services) };
  while (job !== undefined) {
    const next = await runPage(run, job);
    if (next !== undefined && services.clock.now() >= until) {
      await services.historyJobs.yield(next);
      await services.jobQueue.wakeHistory(key);
      return;
    }
    job = next;
  }
}

interface Run {
  readonly services: Services;
  readonly accessFor: (job: LeasedHistoryJob) => Promise<HostAccess>;
}

/** Looks up the access once per run, because it may take a call to check whether the repository is still public. */
function rememberAccess(services: Services): Run['accessFor'] {
  let access: Promise<HostAccess> | undefined;
  return ({ key, input }) => (access ??= historyAccess(services, key.repository, { id: input.owner }));
}

/** @returns the job at its next page; undefined if the job ended, waits, or failed */
async function runPage(run: Run, job: LeasedHistoryJob): Promise<LeasedHistoryJob | undefined> {
  const { services } = run;
  const heartbeat = setInterval(() => {
    // Another renewal follows a failed renewal. At worst the page is fetched twice.
    services.historyJobs.renew(job).catch(() => undefined);
  }, heartbeatMs);
  try {
    if (await isVersionGone(services, job)) return await removeHistory(services, job);
    if (hasNoAttemptsLeft(job))
      throw new AppError('attempts_spent', job.error ?? 'It was interrupted each time.');
    const access = await run.accessFor(job);
    return await recordPage(run, job, await fetchOrSkip(services, job, access));
  } catch (thrown) {
    await handlePageFailure(run, job, toAppError(thrown));
    return undefined;
  } finally {
    clearInterval(heartbeat);
  }
}

async function fetchOrSkip(
  services: Services,
  job: LeasedHistoryJob,
  access: HostAccess,
): Promise<PageResult> {
  try {
    return await fetchPage[job.step.stage]({ services, source: services.historySource, job, access });
  } catch (thrown) {
    return skipStage(services, job, access, toAppError(thrown));
  }
}

async function recordPage(
  run: Run,
  job: LeasedHistoryJob,
  page: PageResult,
): Promise<LeasedHistoryJob | undefined> {
  const { services } = run;
  if (await isVersionGone(services, job)) return removeHistory(services, job);
  const { stage } = job.step;
  const progress: Progress =
    page.progress === undefined ? job.progress : { ...job.progress, [stage]: page.progress };
  const notes = [...new Set([...job.notes, ...page.notes])];
  const resetAt = budgetResetAt(page.budget);
  const endsEarly = resetAt !== undefined && optionalStages.has(stage) && page.next !== undefined;
  const truncation = endsEarly
    ? [`The ${stageNames[stage]} are incomplete: GitHub’s rate limit for this hour is used up.`]
    : [];
  const next = endsEarly || page.next === undefined ? nextStageStep(job.step) : page.next;
  const missedSince = minDefined(job.step.missedSince, page.missedSince);
  const failed = job.step.failed ?? page.failed;
  const without = page.failed === undefined ? job.step.without : [...(job.step.without ?? []), stage];
  const step = next && { ...next, missedSince, failed, without };
  const current = { ...job, progress, notes: [...notes, ...truncation] };
  if (step === undefined) {
    await finishHistory(run, { ...current, step: { ...job.step, failed, without } }, undefined);
    return undefined;
  }
  const waiting = resetAt === undefined || optionalStages.has(step.stage) ? undefined : describeWait(resetAt);
  await services.historyJobs.advance(job, { step, progress, notes: current.notes, waiting });
  if (waiting !== undefined) return undefined;
  return { ...current, step, attempts: 1, error: undefined };
}

function minDefined(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function nextStageStep({ stage }: HistoryStep): HistoryStep | undefined {
  const next = historyStages[historyStages.indexOf(stage) + 1];
  return next === undefined ? undefined : { stage: next, cursor: undefined, done: 0 };
}

/** Returns the time when the budget resets if only the reserved part is left; otherwise undefined. */
function budgetResetAt(budget: HostBudget | undefined): number | undefined {
  if (budget === undefined) return undefined;
  const reserved = Math.max(budget.limit * reservedFraction, Math.min(reservedCalls, budget.limit / 2));
  return budget.remaining > reserved ? undefined : budget.resetAt;
}

function describeWait(until: number): NonNullable<HistoryJob['waiting']> {
  return {
    until,
    why: 'GitHub’s rate limit for this hour is nearly used up; the rest is reserved for other requests.',
  };
}

/** Waits for a rate limit, retries temporary errors, and ends the job after any other error with the pages fetched so far. */
async function handlePageFailure(run: Run, job: LeasedHistoryJob, error: AppError): Promise<void> {
  const { services } = run;
  if (await isVersionGone(services, job)) {
    await removeHistory(services, job);
    return;
  }
  const now = services.clock.now();
  if (error.code === 'host_limited') {
    const { retryAt } = error.details;
    const until = typeof retryAt === 'number' ? retryAt : now + sweepIntervalMs;
    await services.historyJobs.release(job, { waiting: { until, why: error.message }, error: undefined });
    return;
  }
  const waitMs = retryDelayMs(job, error);
  if (waitMs === undefined) return finishHistory(run, job, error);
  const waiting = { until: now + waitMs, why: `Retry after an error: ${error.message}` };
  await services.historyJobs.release(job, { waiting, error: error.message });
}

/** Ends the history with notes on everything that is missing. */
async function finishHistory(
  { services, accessFor }: Run,
  job: LeasedHistoryJob,
  error: AppError | undefined,
): Promise<void> {
  const { input, key, step } = job;
  const access = await accessFor(job).catch(() => ({ token: undefined }));
  const failureNotes =
    error === undefined ? [] : [`The history is incomplete: ${error.message} ${suggestFix(error)}`];
  const hasEarlier = input.earlier !== undefined;
  const notes = [
    ...describeLimits(job, { hasEarlier }),
    ...services.historySource.capabilities(access).notes,
    ...job.notes,
    ...failureNotes,
  ];
  try {
    await services.historyStore.end(key, { tip: input.tip, since: input.since, notes });
  } catch (thrown) {
    // If not even the tip is stored, there is no history to end. The job's error states the reason.
    if (error === undefined || !(thrown instanceof AppError)) throw thrown;
  }
  await services.historyJobs.end(job, {
    // Records the stage that failed, even if later stages ran. After an error, all stages from this one on are missing.
    step: {
      ...step,
      stage: step.failed?.stage ?? step.stage,
      without: error === undefined ? step.without : undefined,
    },
    progress: job.progress,
    notes,
    error: step.failed?.why ?? error?.message,
  });
}

async function isVersionGone(services: Pick<Services, 'catalog'>, { key }: HistoryJob): Promise<boolean> {
  const snapshots = await services.catalog.listSnapshots([key.repository]);
  return !snapshots.some(({ number }) => number === key.snapshot);
}

/** Removes the data of a version that was removed in the meantime. With the last version, removes the repository's discussions too. */
async function removeHistory(services: Services, { key }: HistoryJob): Promise<undefined> {
  await services.historyJobs.remove(key);
  await services.historyStore.remove({ ...key, generation: undefined });
  const remaining = await services.catalog.listSnapshots([key.repository]);
  if (remaining.length === 0) await services.discussionStore.removeRepository(key);
}

/** Wakes a stalled job. @returns the milliseconds until the next sweep; undefined if the job has ended */
export async function sweepHostHistory(services: Services, key: HistoryJobKey): Promise<number | undefined> {
  const job = await services.historyJobs.get(key);
  if (job?.state !== 'running') return undefined;
  const waitsMs = (job.waiting?.until ?? 0) - services.clock.now();
  if (waitsMs > 0) return waitsMs;
  // A job under lease cannot be claimed, so waking it twice is harmless.
  await services.jobQueue.wakeHistory(key);
  return sweepIntervalMs;
}
