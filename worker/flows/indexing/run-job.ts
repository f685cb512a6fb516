/**
 * Indexes a snapshot stage by stage: (crawl →) fetch → parse → link → rank → embed → index → publish. Every stage consists of parts, whose
 * state is in the table of parts. A queue message only wakes a part. A part may run twice or stop anywhere: one transaction writes its rows
 * and marks it done, and `sweepJob` wakes an interrupted part.
 */

import { toAppError } from '../../core/errors.ts';
import { stageStatuses, stages, type Counts, type Stage } from '../../core/repositories/repository.ts';
import type { Job } from '../../ports/catalog.ts';
import type { PartKey, PartLease, StageTally } from '../../ports/job-parts.ts';
import { crawlPart } from '../crawl/crawl-part.ts';
import { cleanUpEndedJob } from './clean-up-job.ts';
import { embedPart, planEmbedding } from './embed-part.ts';
import { handlePartFailure } from './fail-job.ts';
import { fetchPart } from './fetch-part.ts';
import { indexPart, planIndexing } from './index-part.ts';
import { linkPart, planLinking, rankPart } from './link-part.ts';
import { parsePart } from './parse-part.ts';
import { publishPart } from './publish-part.ts';
import type { StagePart } from './stage-part.ts';
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
} satisfies Record<Stage, (services: Services, part: StagePart) => Promise<void>>;

const heartbeatMs = 2_000;

/** Runs one part unless another worker has claimed it. After the last part of a stage, it starts the next stage. */
export async function runPart(services: Services, key: PartKey): Promise<void> {
  const job = await services.catalog.getJob(key.job);
  if (job?.state !== 'running') return;
  const claimed = await services.jobParts.claim(key);
  if (claimed === undefined) return;
  const lease = { ...key, claim: claimed.claim };
  const heartbeat = startHeartbeat(services, lease);
  const part = { job, key: lease, claimed, report: heartbeat.report };
  try {
    await handlers[key.stage](services, part);
  } catch (thrown) {
    const isHandled = await handlePartFailure(services, part, toAppError(thrown));
    if (isHandled) return;
  } finally {
    heartbeat.stop();
  }
  await advanceJob(services, job);
}

/** Renews the part's lease while its handler runs, so that only the lease of an interrupted part expires. */
function startHeartbeat(services: Services, lease: PartLease) {
  let counts: Partial<Counts> = {};
  const timer = setInterval(() => {
    // Another renewal follows a failed renewal. At worst the part runs twice.
    services.jobParts.renew(lease, counts).catch(() => undefined);
  }, heartbeatMs);
  return {
    report: (latest: Partial<Counts>): void => {
      counts = latest;
    },
    stop: () => clearInterval(timer),
  };
}

/** Starts a job's next stage if the current stage has no unfinished part. Safe to repeat. */
export async function advanceJob(services: Services, job: Job): Promise<void> {
  const tallies = await services.jobParts.tally({ id: job.id, shard: job.shard });
  // Only jobs for web documentation begin with a crawl.
  const isCrawled = tallies.some(({ stage }) => stage === 'crawl');
  const next = stages.find((stage) => (stage !== 'crawl' || isCrawled) && !isDone(tallies, stage));
  if (next === undefined || next === job.stage) return;
  // A late worker may have finished the last part of a job that has failed since.
  if ((await services.catalog.getJob(job.id))?.state !== 'running') return cleanUpEndedJob(services, job);
  await planStage(services, job, next);
  await services.catalog.setStage(job, next, stageStatuses[next]);
  const current = await services.catalog.getJob(job.id);
  // If the job was removed while its next parts were added, remove them too.
  if (current?.state !== 'running') return cleanUpEndedJob(services, job);
  const added = await services.jobParts.tally({ id: job.id, shard: job.shard });
  const total = added.find((tally) => tally.stage === next)?.total ?? 0;
  await services.jobQueue.wake(
    Array.from({ length: total }, (_, part) => ({ job: job.id, shard: job.shard, stage: next, part })),
  );
}

/** Adds the parts of a stage. The first stage's part is added with the job, and the fetch stage adds the parse parts. */
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

function isDone(tallies: readonly StageTally[], stage: Stage): boolean {
  const tally = tallies.find((candidate) => candidate.stage === stage);
  return tally !== undefined && tally.done === tally.total;
}
