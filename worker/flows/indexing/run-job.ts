/**
 * Indexing, stage by stage: (crawl →) fetch → parse → link → rank → embed → index → publish. A stage is done in parts; the table of parts is the truth
 * and a message only wakes one. Any part may run twice or be cut off anywhere: it writes its rows and its `done` in one
 * transaction, and what was lost is sent again by `sweepJob`, which an alarm calls until nothing of the job is left to do.
 */

import { AppError, toAppError } from '../../core/errors.ts';
import { statusOfStage, stages, type Counts, type Failure, type Stage } from '../../core/repository.ts';
import type { Job } from '../../ports/catalog.ts';
import type { HeldPart, StageTally } from '../../ports/job-parts.ts';
import type { PartKey } from '../../ports/job-queue.ts';
import { crawlPart } from '../crawl/crawl-part.ts';
import { embedPart, planEmbedding } from './embed-part.ts';
import { fetchPart } from './fetch-part.ts';
import { indexPart, planIndexing } from './index-part.ts';
import { beginHostHistory } from '../host-history/begin-host-history.ts';
import { collectReplaced } from '../repositories/collect-versions.ts';
import { dropKept, dropSuperseded, keptUntilOf } from './keep-job.ts';
import { liveLeftMs } from '../live/live-expiry.ts';
import { linkPart, planLinking } from './link-part.ts';
import { parsePart } from './parse-part.ts';
import { cleanUpEndedJob, type Part } from './part.ts';
import { progressOf, publishPart } from './publish-part.ts';
import { rankPart } from './rank-part.ts';
import { removeEarlierGenerations } from '../repositories/remove-snapshot.ts';
import type { Services } from '../services.ts';

const handlers = {
  crawl: crawlPart,
  fetch: fetchPart,
  parse: parsePart,
  link: linkPart,
  rank: rankPart,
  embed: embedPart,
  index: indexPart,
  publish: publishPart,
} satisfies Record<Stage, (services: Services, part: Part) => Promise<void>>;

/** Tries of one part, the first included, before its job fails. */
const maxAttempts = 5;

/** Between two looks at a job that runs. */
export const sweepEveryMs = 3_000;

/** Does one part, if nobody else is at it, and whatever its end makes possible. */
export async function runPart(services: Services, key: PartKey): Promise<void> {
  const job = await services.catalog.getJob(key.job);
  if (job?.state !== 'running') return;
  const claimed = await services.jobParts.claim(key);
  if (claimed === undefined) return;
  const held = { ...key, claim: claimed.claim };
  const heartbeat = startHeartbeat(services, held);
  const part = { job, key: held, claimed, report: heartbeat.report };
  try {
    await handlers[key.stage](services, part);
  } catch (thrown) {
    await partFailed(services, part, toAppError(thrown));
    return;
  } finally {
    heartbeat.stop();
  }
  await advanceJob(services, job);
}

const heartbeatMs = 2_000;

/** Renews the part's lease while it is at work, so that only a dead part's lease runs out. */
function startHeartbeat(services: Services, held: HeldPart) {
  let counts: Partial<Counts> = {};
  const timer = setInterval(() => {
    // A renewal that fails is followed by another; at worst the part is done twice.
    services.jobParts.renew(held, counts).catch(() => undefined);
  }, heartbeatMs);
  return {
    report: (latest: Partial<Counts>): void => {
      counts = latest;
    },
    stop: () => clearInterval(timer),
  };
}

/** Moves a job on when its stage has no part left; does nothing otherwise, however often it is called. */
export async function advanceJob(services: Services, job: Job): Promise<void> {
  const tallies = await services.jobParts.tally({ id: job.id, shard: job.shard });
  // Only documentation on the web is crawled: its jobs begin with such a part.
  const isCrawled = tallies.some(({ stage }) => stage === 'crawl');
  const next = stages.find((stage) => (stage !== 'crawl' || isCrawled) && !isDone(tallies, stage));
  if (next === undefined || next === job.stage) return;
  // A late worker may have ended the last part of a job that has failed.
  if ((await services.catalog.getJob(job.id))?.state !== 'running') return cleanUpEndedJob(services, job);
  await planStage(services, job, next);
  await services.catalog.setStage(job, next, statusOfStage[next]);
  const current = await services.catalog.getJob(job.id);
  // Removed while its next parts were added: they go after it.
  if (current?.state !== 'running') return cleanUpEndedJob(services, job);
  const added = await services.jobParts.tally({ id: job.id, shard: job.shard });
  const total = added.find((tally) => tally.stage === next)?.total ?? 0;
  await services.jobQueue.wake(
    Array.from({ length: total }, (_, part) => ({ job: job.id, shard: job.shard, stage: next, part })),
  );
}

/** Adds the parts of a stage that begins; those of the first two are there before. */
async function planStage(services: Services, job: Job, stage: Stage): Promise<void> {
  if (stage === 'fetch')
    await services.jobParts.add({ id: job.id, shard: job.shard }, stage, [
      { part: 0, input: { kind: 'web' } },
    ]);
  if (stage === 'link') await planLinking(services, job);
  if (stage === 'embed') await planEmbedding(services, job);
  if (stage === 'index') await planIndexing(services, job);
  if (stage === 'rank' || stage === 'publish')
    await services.jobParts.add({ id: job.id, shard: job.shard }, stage, [{ part: 0, input: {} }]);
}

/**
 * Finds what nobody works on and wakes it; removes what is left of a job that has ended.
 * @returns after how many milliseconds to look again; undefined when there is nothing left to look at.
 */
export async function sweepJob(services: Services, jobId: string): Promise<number | undefined> {
  const job = await services.catalog.getJob(jobId);
  if (job === undefined) return undefined;
  if (job.state !== 'running') return sweepEndedJob(services, job);
  await advanceJob(services, job);
  const stale = await services.jobParts.stale({ id: job.id, shard: job.shard });
  const spent = stale.find((part) => part.attempts >= maxAttempts);
  if (spent !== undefined) {
    const last = spent.error ?? 'it was cut off each time';
    await failJob(services, job, attemptsSpent(spent, last));
    return sweepEveryMs;
  }
  await services.jobQueue.wake(stale.map(({ job, shard, stage, part }) => ({ job, shard, stage, part })));
  return sweepEveryMs;
}

/** Reads of a state that was switched away from are over by then: a Worker's request takes five minutes of CPU at most. */
const readsOverMs = 600_000;

/** A failed job is kept until its time is over; one that is done is looked at until nothing it has taken the place of is left. */
async function sweepEndedJob(services: Services, job: Job): Promise<number | undefined> {
  const leftMs = (job.keptUntil ?? 0) - services.clock.now();
  if (leftMs > 0) return leftMs;
  await dropKept(services, job);
  if (job.state !== 'done') return undefined;
  // Where that was cut off after the switch.
  await beginHostHistory(services, job);
  const liveMs = await liveLeftMs(services, job.repositoryId);
  const nextMs = least(await collectReplaced(services, job.repositoryId), liveMs);
  if (job.generation === 1) return nextMs;
  const snapshot = await services.catalog.getSnapshot(job.snapshotNumber);
  const readsLeftMs = (snapshot?.readyAt ?? 0) + readsOverMs - services.clock.now();
  if (readsLeftMs > 0) return Math.min(readsLeftMs, nextMs ?? readsLeftMs);
  await removeEarlierGenerations(services, { ...job, number: job.snapshotNumber });
  return nextMs;
}

function least(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function isDone(tallies: readonly StageTally[], stage: Stage): boolean {
  const tally = tallies.find((one) => one.stage === stage);
  return tally !== undefined && tally.done === tally.total;
}

/** An error another try cannot mend ends the job; any other gives the part back. */
async function partFailed(services: Services, { job, key, claimed }: Part, thrown: AppError): Promise<void> {
  const error = withMaskedNames(services, thrown);
  const current = await services.catalog.getJob(job.id);
  // Its repository was removed or another part failed the job: what this one still wrote goes with it.
  if (current?.state !== 'running') return cleanUpEndedJob(services, job);
  // It is done, or another worker has it since its lease ran out: what happens to it is no longer ours to say.
  const retryAt = error.code === 'host_limited' ? error.details['retryAt'] : undefined;
  // The host is asked again when it takes calls again; the alarm wakes the part then.
  if (typeof retryAt === 'number') return void (await services.jobParts.park(key, retryAt, error.message));
  if (!(await services.jobParts.release(key, error.message))) return advanceJob(services, job);
  const hopeless = !error.retryable && error.code !== 'internal';
  if (hopeless) return failJob(services, job, error);
  if (claimed.attempts >= maxAttempts)
    return failJob(services, job, attemptsSpent(key, error.message, error));
  throw error;
}

/**
 * An error may name a file of the repository, whose name may contain a secret. The masked error has the stack of the error that the part
 * threw, masked too, and that error as its cause.
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

function attemptsSpent(key: PartKey, last: string, cause?: unknown): AppError {
  const message = `Part ${key.part} of the ${key.stage} stage failed ${maxAttempts} times; the last time: ${last}`;
  return new AppError('attempts_spent', message, {
    cause,
    details: { stage: key.stage, part: key.part, last },
  });
}

async function failJob(services: Services, job: Job, error: AppError): Promise<void> {
  const failure: Failure = {
    code: error.code,
    message: error.message,
    fix: error.fix,
    details: error.details,
  };
  const tallies = await services.jobParts.tally({ id: job.id, shard: job.shard });
  const keptUntil = keptUntilOf(error, services.clock.now());
  await services.catalog.fail(job, failure, { progress: progressOf(tallies), keptUntil });
  await cleanUpEndedJob(services, job);
  await dropSuperseded(services, job);
}
