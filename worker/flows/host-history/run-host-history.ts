/**
 * Fetches a repository's past from its host, page by page, after the snapshot is ready. The job's row is the truth: a page's end and what
 * the next one is are one write, a kill costs the page it hits, and a host that takes no more calls is waited for. Some of the host's points are left to others. Whatever
 * becomes of it, the snapshot stays ready.
 */

import { AppError, toAppError } from '../../core/errors.ts';
import type { Progress } from '../../core/repository.ts';
import {
  historyStages,
  type HeldHistoryJob,
  type HistoryJob,
  type HistoryJobKey,
  type HistoryStep,
} from '../../ports/history-jobs.ts';
import type { HostAccess } from '../../ports/code-host.ts';
import type { HostBudget } from '../../ports/history-source.ts';
import { historyAccess } from '../github/host-access.ts';
import { isSpent, nextTryMs, whatToDo, withoutStage } from './host-history-failures.ts';
import { namesOfStages, notesOfInput, pageOf, type PageDone } from './host-history-pages.ts';
import type { Services } from '../services.ts';

/** Share of the host's calls that is left, and how many at least: adding a repository takes five of the sixty an hour there are without a token. */
const leftShare = 0.1;
const leftCalls = 30;
/** How long one taking goes on: a message's work is bounded, and the next takes over. */
const takingMs = 20_000;
const heartbeatMs = 4_000;
/** Between two looks at a job that runs. */
const historySweepMs = 5_000;
/** Stages whose rest can be said instead of waited for. */
const mayBeCut: ReadonlySet<string> = new Set(['files', 'origins']);

/** Does pages of a job, if nobody else is at it, for some seconds. */
export async function runHostHistory(services: Services, key: HistoryJobKey): Promise<void> {
  let held = await services.historyJobs.claim(key);
  const until = services.clock.now() + takingMs;
  const taking = { services, accessFor: askedOnce(services) };
  while (held !== undefined) {
    const next = await onePage(taking, held);
    if (next !== undefined && services.clock.now() >= until) {
      await services.historyJobs.yield(next);
      await services.jobQueue.wakeHistory(key);
      return;
    }
    held = next;
  }
}

interface Taking {
  readonly services: Services;
  readonly accessFor: (held: HeldHistoryJob) => Promise<HostAccess>;
}

/** What a job is asked with, found out once a taking: whether its repository is still everyone's is a call, and pages come by the second. */
function askedOnce(services: Services): Taking['accessFor'] {
  let told: Promise<HostAccess> | undefined;
  return ({ key, input }) => (told ??= historyAccess(services, key.repository, { id: input.owner }));
}

/** @returns the job at its next page; undefined where it ended, waits, or failed */
async function onePage(taking: Taking, held: HeldHistoryJob): Promise<HeldHistoryJob | undefined> {
  const { services } = taking;
  const heartbeat = setInterval(() => {
    // A renewal that fails is followed by another; at worst the page is fetched twice.
    services.historyJobs.renew(held).catch(() => undefined);
  }, heartbeatMs);
  try {
    if (await isGone(services, held)) return await forget(services, held);
    if (isSpent(held)) throw new AppError('attempts_spent', held.error ?? 'It was cut off each time.');
    const access = await taking.accessFor(held);
    return await afterPage(taking, held, await pageWith(services, held, access));
  } catch (thrown) {
    await pageFailed(taking, held, toAppError(thrown));
    return undefined;
  } finally {
    clearInterval(heartbeat);
  }
}

async function pageWith(services: Services, job: HeldHistoryJob, access: HostAccess): Promise<PageDone> {
  try {
    return await pageOf[job.step.stage]({ services, source: services.historySource, job, access });
  } catch (thrown) {
    return withoutStage(services, job, access, toAppError(thrown));
  }
}

async function afterPage(
  taking: Taking,
  held: HeldHistoryJob,
  page: PageDone,
): Promise<HeldHistoryJob | undefined> {
  const { services } = taking;
  if (await isGone(services, held)) return forget(services, held);
  const { stage } = held.step;
  const progress: Progress =
    page.progress === undefined ? held.progress : { ...held.progress, [stage]: page.progress };
  const notes = [...new Set([...held.notes, ...page.notes])];
  const spent = spentUntil(page.budget);
  const isCut = spent !== undefined && mayBeCut.has(stage) && page.next !== undefined;
  const cut = isCut
    ? [`The ${namesOfStages[stage]} are not known whole: GitHub’s points for this hour are spent.`]
    : [];
  const next = isCut || page.next === undefined ? stageAfter(held.step) : page.next;
  const missedSince = earliest(held.step.missedSince, page.missedSince);
  const failed = held.step.failed ?? page.failed;
  const without = page.failed === undefined ? held.step.without : [...(held.step.without ?? []), stage];
  const step = next && { ...next, missedSince, failed, without };
  const told = { ...held, progress, notes: [...notes, ...cut] };
  if (step === undefined) {
    await endHistory(taking, { ...told, step: { ...held.step, failed, without } }, undefined);
    return undefined;
  }
  const waiting = spent === undefined || mayBeCut.has(step.stage) ? undefined : waitFor(spent);
  await services.historyJobs.advance(held, { step, progress, notes: told.notes, waiting });
  if (waiting !== undefined) return undefined;
  return { ...told, step, attempts: 1, error: undefined };
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function stageAfter({ stage }: HistoryStep): HistoryStep | undefined {
  const next = historyStages[historyStages.indexOf(stage) + 1];
  return next === undefined ? undefined : { stage: next, cursor: undefined, done: 0 };
}

/** Undefined while more than is left to others remains. */
function spentUntil(budget: HostBudget | undefined): number | undefined {
  if (budget === undefined) return undefined;
  const left = Math.max(budget.limit * leftShare, Math.min(leftCalls, budget.limit / 2));
  return budget.remaining > left ? undefined : budget.resetAt;
}

function waitFor(until: number): NonNullable<HistoryJob['waiting']> {
  return { until, why: 'GitHub’s points for this hour are nearly spent; the rest is left to others.' };
}

/** A limit is waited for, what may mend itself is tried again, and of anything else the job ends with what it has. */
async function pageFailed(taking: Taking, held: HeldHistoryJob, error: AppError): Promise<void> {
  const { services } = taking;
  if (await isGone(services, held)) {
    await forget(services, held);
    return;
  }
  const now = services.clock.now();
  if (error.code === 'host_limited') {
    const { retryAt } = error.details;
    const until = typeof retryAt === 'number' ? retryAt : now + historySweepMs;
    await services.historyJobs.release(held, { waiting: { until, why: error.message }, error: undefined });
    return;
  }
  const waitMs = nextTryMs(held, error);
  if (waitMs === undefined) return endHistory(taking, held, error);
  const waiting = { until: now + waitMs, why: `It is tried again then: ${error.message}` };
  await services.historyJobs.release(held, { waiting, error: error.message });
}

/** What is there is told with what is not, whether all came or not. */
async function endHistory(
  { services, accessFor }: Taking,
  held: HeldHistoryJob,
  error: AppError | undefined,
): Promise<void> {
  const { input, key, step } = held;
  const access = await accessFor(held).catch(() => ({ token: undefined }));
  const ended =
    error === undefined ? [] : [`It could not be fetched whole: ${error.message} ${whatToDo(error)}`];
  const hasEarlier = input.earlier !== undefined;
  const notes = [
    ...notesOfInput(held, { hasEarlier }),
    ...services.historySource.reachOf(access).notes,
    ...held.notes,
    ...ended,
  ];
  try {
    await services.historyStore.end(key, { tip: input.tip, since: input.since, notes });
  } catch (thrown) {
    // Not even the tip came: there is nothing to tell, and the job's own error says why.
    if (error === undefined || !(thrown instanceof AppError)) throw thrown;
  }
  await services.historyJobs.end(held, {
    // What did not come is told as the stage it ended at, wherever it went on to. One that broke off lacks other stages too.
    step: {
      ...step,
      stage: step.failed?.stage ?? step.stage,
      without: error === undefined ? step.without : undefined,
    },
    progress: held.progress,
    notes,
    error: step.failed?.why ?? error?.message,
  });
}

async function isGone(services: Pick<Services, 'catalog'>, { key }: HistoryJob): Promise<boolean> {
  const snapshots = await services.catalog.listSnapshots([key.repository]);
  return !snapshots.some(({ number }) => number === key.snapshot);
}

/** What was still written of a version that was removed meanwhile goes again, and all of a repository's with its last. */
async function forget(services: Services, { key }: HistoryJob): Promise<undefined> {
  await services.historyJobs.remove(key);
  await services.historyStore.remove({ ...key, generation: undefined });
  const left = await services.catalog.listSnapshots([key.repository]);
  if (left.length === 0) await services.discussionStore.removeRepository(key);
}

/** Wakes a job nobody works on. @returns after how many milliseconds to look again; undefined when it has ended */
export async function sweepHostHistory(services: Services, key: HistoryJobKey): Promise<number | undefined> {
  const job = await services.historyJobs.get(key);
  if (job?.state !== 'running') return undefined;
  const waitsMs = (job.waiting?.until ?? 0) - services.clock.now();
  if (waitsMs > 0) return waitsMs;
  // One that is held is not taken; waking it twice costs nothing.
  await services.jobQueue.wakeHistory(key);
  return historySweepMs;
}
