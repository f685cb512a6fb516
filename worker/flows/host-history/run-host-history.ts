/**
 * Fetches a repository's history from its host, page by page, after the snapshot is ready. The job's row is the truth: finishing a page and
 * scheduling the next are one write, so a crash costs one page. Rate limits are waited out, and part of the host's budget is reserved for
 * other uses. Whatever happens, the snapshot stays ready.
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
/** Longest run of one worker: a message's work is bounded, and the next message continues. */
const maxRunMs = 20_000;
const heartbeatMs = 4_000;
/** Between two sweeps of a running job. */
const sweepIntervalMs = 5_000;
/** Stages that end early with a note instead of waiting for a rate limit. */
const optionalStages: ReadonlySet<string> = new Set(['files', 'origins']);

/** Fetches pages of a job for some seconds, unless another worker does. */
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

/** Looks up the access once per run: checking whether the repository is still public takes a call, and a page takes about a second. */
function rememberAccess(services: Services): Run['accessFor'] {
  let access: Promise<HostAccess> | undefined;
  return ({ key, input }) => (access ??= historyAccess(services, key.repository, { id: input.owner }));
}

/** @returns the job at its next page; undefined when it ended, waits, or failed */
async function runPage(run: Run, job: LeasedHistoryJob): Promise<LeasedHistoryJob | undefined> {
  const { services } = run;
  const heartbeat = setInterval(() => {
    // Another renewal follows a failed one; at worst the page is fetched twice.
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
  const spent = budgetResetAt(page.budget);
  const endsEarly = spent !== undefined && optionalStages.has(stage) && page.next !== undefined;
  const truncation = endsEarly
    ? [`The ${stageNames[stage]} are incomplete: GitHub’s rate limit for this hour is used up.`]
    : [];
  const next = endsEarly || page.next === undefined ? stageAfter(job.step) : page.next;
  const missedSince = earlier(job.step.missedSince, page.missedSince);
  const failed = job.step.failed ?? page.failed;
  const without = page.failed === undefined ? job.step.without : [...(job.step.without ?? []), stage];
  const step = next && { ...next, missedSince, failed, without };
  const current = { ...job, progress, notes: [...notes, ...truncation] };
  if (step === undefined) {
    await finishHistory(run, { ...current, step: { ...job.step, failed, without } }, undefined);
    return undefined;
  }
  const waiting = spent === undefined || optionalStages.has(step.stage) ? undefined : waitUntil(spent);
  await services.historyJobs.advance(job, { step, progress, notes: current.notes, waiting });
  if (waiting !== undefined) return undefined;
  return { ...current, step, attempts: 1, error: undefined };
}

function earlier(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function stageAfter({ stage }: HistoryStep): HistoryStep | undefined {
  const next = historyStages[historyStages.indexOf(stage) + 1];
  return next === undefined ? undefined : { stage: next, cursor: undefined, done: 0 };
}

/** When the budget resets, once only the reserved part is left; undefined before that. */
function budgetResetAt(budget: HostBudget | undefined): number | undefined {
  if (budget === undefined) return undefined;
  const left = Math.max(budget.limit * reservedFraction, Math.min(reservedCalls, budget.limit / 2));
  return budget.remaining > left ? undefined : budget.resetAt;
}

function waitUntil(until: number): NonNullable<HistoryJob['waiting']> {
  return {
    until,
    why: 'GitHub’s rate limit for this hour is nearly used up; the rest is reserved for other requests.',
  };
}

/** Waits for a rate limit, retries temporary errors, and ends the job with what it has on any other error. */
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
  const waiting = { until: now + waitMs, why: `Retrying then: ${error.message}` };
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
  const ended =
    error === undefined ? [] : [`The history is incomplete: ${error.message} ${suggestFix(error)}`];
  const hasEarlier = input.earlier !== undefined;
  const notes = [
    ...describeLimits(job, { hasEarlier }),
    ...services.historySource.capabilities(access).notes,
    ...job.notes,
    ...ended,
  ];
  try {
    await services.historyStore.end(key, { tip: input.tip, since: input.since, notes });
  } catch (thrown) {
    // Without even the tip there is no history to end; the job's error says why.
    if (error === undefined || !(thrown instanceof AppError)) throw thrown;
  }
  await services.historyJobs.end(job, {
    // Records the stage that failed, even if later stages ran. A job that ended early also lacks the stages after it.
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

/** Removes what was written for a version that was removed in the meantime, and the repository's discussions with its last version. */
async function removeHistory(services: Services, { key }: HistoryJob): Promise<undefined> {
  await services.historyJobs.remove(key);
  await services.historyStore.remove({ ...key, generation: undefined });
  const left = await services.catalog.listSnapshots([key.repository]);
  if (left.length === 0) await services.discussionStore.removeRepository(key);
}

/** Wakes a stalled job. @returns the milliseconds until the next sweep; undefined when the job has ended */
export async function sweepHostHistory(services: Services, key: HistoryJobKey): Promise<number | undefined> {
  const job = await services.historyJobs.get(key);
  if (job?.state !== 'running') return undefined;
  const waitsMs = (job.waiting?.until ?? 0) - services.clock.now();
  if (waitsMs > 0) return waitsMs;
  // A job under lease cannot be claimed, so waking it twice is harmless.
  await services.jobQueue.wakeHistory(key);
  return sweepIntervalMs;
}
