/** A failed job resumes where it stopped while its data is retained. After that, no data remains. */
import { describe, expect, it } from 'vitest';
import type { Stage } from '../../../../worker/core/repositories/repository.ts';
import { actFor, openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { sweepJob } from '../../../../worker/flows/indexing/sweep-job.ts';
import { removeRepository } from '../../../../worker/flows/repositories/remove-repository.ts';
import { retryRepository } from '../../../../worker/flows/repositories/retry-repository.ts';
import type { Services } from '../../../../worker/flows/services.ts';
import { viewRepository } from '../../../../worker/flows/repositories/view-repository.ts';
import type { PartKey } from '../../../../worker/ports/job-parts.ts';
import {
  deliver,
  uploadAndIndex,
  runToEnd,
  smallTree as tree,
  sweepLater,
  upload,
  cleanUpNow,
} from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const dayMs = 24 * 3_600_000;

interface BreakingBench extends Workbench {
  /** The stage at which one part always fails; undefined if all succeed. */
  failingStage: Stage | undefined;
  /** How often work was started, by stage and input. */
  readonly started: Map<string, number>;
}

/** Opens a workbench in which one part of a stage can fail: the second part if there are several. */
async function openBreakingBench(): Promise<BreakingBench> {
  const state: Pick<BreakingBench, 'failingStage' | 'started'> = {
    failingStage: undefined,
    started: new Map(),
  };
  const work = (stage: Stage, input: string, breaks: boolean): void => {
    const name = `${stage} ${input}`;
    state.started.set(name, (state.started.get(name) ?? 0) + 1);
    if (breaks && state.failingStage === stage) throw new Error('the stage fails');
  };
  const bench = await openWorkbench((services) => breakStage(services, work));
  return Object.assign(state, bench);
}

function breakStage(
  { openArchive, blobStore, textIndex }: Services,
  work: (stage: Stage, input: string, breaks: boolean) => void,
): Partial<Services> {
  return {
    openArchive(archive) {
      work('fetch', archive.key, true);
      return openArchive(archive);
    },
    blobStore: {
      ...blobStore,
      async get(key) {
        if (key.includes('/packs/')) work('parse', key, key.endsWith('000001'));
        return blobStore.get(key);
      },
    },
    textIndex: {
      ...textIndex,
      async add(key, part, indexed) {
        work('index', String(part.part), part.part === 1);
        await textIndex.add(key, part, indexed);
      },
      async optimize(key) {
        work('publish', '', true);
        await textIndex.optimize(key);
      },
    },
  };
}

/** Uploads the tree and lets its job fail at a stage. */
async function failAt(stage: Stage, bench: BreakingBench) {
  bench.failingStage = stage;
  const added = await uploadAndIndex(bench, tree);
  expect(await view(bench, added.id)).toMatchObject({ stage, snapshot: { status: 'failed' } });
  bench.failingStage = undefined;
  return added;
}

const view = (bench: Workbench, id: string) => viewRepository(bench.services, viewer, id);
const retry = (bench: Workbench, id: string) => retryRepository(bench.services, viewer, id);
const rejected = { code: 'nothing_to_retry' };

/** Returns the rows and counts of a run without a failure. */
async function runUninterrupted() {
  const bench = await openBreakingBench();
  const { id } = await uploadAndIndex(bench, tree);
  return { rows: await bench.rows(), started: bench.started, snapshot: (await view(bench, id)).snapshot };
}

describe('a job that failed with a retryable error', () => {
  it.each([
    ['fetch', 'fetching'],
    ['parse', 'parsing'],
    ['index', 'indexing'],
    ['publish', 'indexing'],
  ] as const)('at %s resumes there, and writes the rows of an uninterrupted run', async (stage, status) => {
    const bench = await openBreakingBench();
    const { id, snapshotId, jobId } = await failAt(stage, bench);
    const doneBefore = new Map(bench.started);
    bench.clock.advance(3_600_000);
    expect(await retry(bench, id)).toEqual({ id, snapshotId, status });
    expect(await view(bench, id)).toMatchObject({ error: undefined, stage, snapshot: { status } });
    await runToEnd(bench);
    const uninterrupted = await runUninterrupted();
    const { snapshot } = await view(bench, id);
    expect(snapshot).toMatchObject({
      id: snapshotId,
      status: 'ready',
      generation: 1,
      commit: uninterrupted.snapshot.commit,
      counts: uninterrupted.snapshot.counts,
      progress: uninterrupted.snapshot.progress,
    });
    expect(await bench.rows()).toEqual(uninterrupted.rows);
    expect(await sweepJob(bench.services, jobId)).toBeUndefined();
    // Work that was done before the failure was not started again.
    const again = [...bench.started].filter(([name, times]) => times > (doneBefore.get(name) ?? 0));
    expect(again.filter(([name]) => doneBefore.get(name) === 1)).toEqual([]);
    expect(again.filter(([name]) => name.startsWith(stage))).toHaveLength(1);
  });

  it('reports until when it can be resumed', async () => {
    const bench = await openBreakingBench();
    const { id } = await failAt('parse', bench);
    const until = bench.clock.now() + dayMs;
    expect((await view(bench, id)).error).toMatchObject({
      code: 'attempts_spent',
      retryableUntil: until,
      fix: expect.stringContaining('resumes where it stopped'),
    });
    bench.clock.advance(dayMs);
    const { error } = await view(bench, id);
    expect(error).toMatchObject({ retryableUntil: undefined, fix: expect.stringMatching(/^Upload/) });
    await expect(retry(bench, id)).rejects.toMatchObject(rejected);
  });

  it('is removed by its alarm after its retention ends, and not before', async () => {
    const bench = await openBreakingBench();
    const { id, jobId } = await failAt('index', bench);
    const before = await bench.rows();
    expect(await sweepJob(bench.services, jobId)).toBe(dayMs);
    bench.clock.advance(dayMs - 1);
    expect(await sweepJob(bench.services, jobId)).toBe(1);
    expect(await bench.rows()).toEqual(before);
    bench.clock.advance(1);
    expect(await sweepJob(bench.services, jobId)).toBeUndefined();
    expect(await bench.rows()).toEqual({ repository: 1, snapshot: 1, job: 1 });
    expect(await bench.services.blobStore.get(`jobs/${jobId}/archive`)).toBeUndefined();
    await expect(retry(bench, id)).rejects.toMatchObject(rejected);
  });

  it('is removed with its repository', async () => {
    const bench = await openBreakingBench();
    const { id, jobId } = await failAt('index', bench);
    await removeRepository(bench.services, viewer, id);
    await cleanUpNow(bench.services);
    expect(await bench.rows()).toEqual({});
    expect(await bench.services.blobStore.get(`jobs/${jobId}/archive`)).toBeUndefined();
    expect(await sweepJob(bench.services, jobId)).toBeUndefined();
  });

  it('is removed after a newer upload has ended, since only the newest can be resumed', async () => {
    const bench = await openBreakingBench();
    const { jobId: older } = await failAt('index', bench);
    // All content is stored already, so nothing is left to parse.
    const newer = await failAt('publish', bench);
    expect(await bench.services.blobStore.get(`jobs/${older}/archive`)).toBeUndefined();
    expect((await view(bench, newer.id)).error?.retryableUntil).toBeDefined();
    const { id, jobId } = await uploadAndIndex(bench, tree);
    expect(await bench.services.blobStore.get(`jobs/${newer.jobId}/archive`)).toBeUndefined();
    const thirdJobRows = Object.entries(await bench.rows()).map(([table, rows]) => [
      table.replace('fts1_3_1', 'fts1_1_1'),
      rows,
    ]);
    expect(Object.fromEntries(thirdJobRows)).toEqual({
      ...(await runUninterrupted()).rows,
      snapshot: 3,
      job: 3,
    });
    await expect(retry(bench, id)).rejects.toMatchObject(rejected);
    expect(await sweepJob(bench.services, jobId)).toBeUndefined();
  });

  it('may fail and be resumed again', async () => {
    const bench = await openBreakingBench();
    const { id } = await failAt('parse', bench);
    bench.failingStage = 'index';
    await retry(bench, id);
    await runToEnd(bench);
    expect(await view(bench, id)).toMatchObject({ stage: 'index', snapshot: { status: 'failed' } });
    bench.failingStage = undefined;
    await retry(bench, id);
    await runToEnd(bench);
    expect(await view(bench, id)).toMatchObject({ snapshot: { status: 'ready' } });
    expect(await bench.rows()).toEqual((await runUninterrupted()).rows);
  });

  it('does not include the time between failure and retry in its timings', async () => {
    const bench = await openBreakingBench();
    const { id } = await failAt('parse', bench);
    bench.clock.advance(5 * 3_600_000);
    await retry(bench, id);
    bench.clock.advance(2_000);
    const { percent, secondsLeft, linesPerSecond } = await view(bench, id);
    expect(secondsLeft).toBeCloseTo((2 / percent) * (100 - percent), 2);
    expect(linesPerSecond).toBeGreaterThan(10);
    await runToEnd(bench);
    const { timings } = (await view(bench, id)).snapshot;
    expect(Object.values(timings).reduce((sum, ms) => sum + ms, 0)).toBe(2_000);
  });
});

describe('a retry', () => {
  it('runs once if it is requested twice at the same time, and the other request reports that it is running', async () => {
    const bench = await openBreakingBench();
    const { id } = await failAt('parse', bench);
    const both = await Promise.allSettled([retry(bench, id), retry(bench, id)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(both.find((result) => result.status === 'rejected')?.reason).toMatchObject({
      ...rejected,
      message: 'The repository is still being indexed.',
    });
    await runToEnd(bench);
    expect(await view(bench, id)).toMatchObject({ snapshot: { status: 'ready' } });
    expect(await bench.rows()).toEqual((await runUninterrupted()).rows);
  });

  it('is rejected while the job runs, and changes nothing', async () => {
    const bench = await openBreakingBench();
    const { id } = await failAt('index', bench);
    await retry(bench, id);
    const [part] = bench.wokenParts;
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(retry(bench, id)).rejects.toMatchObject({ ...rejected, message: /still being indexed/ });
      if (part !== undefined && attempt === 0) await deliver(bench, part);
    }
    await runToEnd(bench);
    expect(await bench.rows()).toEqual((await runUninterrupted()).rows);
  });

  it('of a running job wakes the part of a worker that died before the clock was set back', async () => {
    const bench = await openBreakingBench();
    const { id, snapshotId } = await upload(bench, tree);
    const part = bench.wokenParts.shift() ?? expect.fail('nothing was woken');
    await bench.services.jobParts.claim(part);
    await expect(retry(bench, id)).rejects.toMatchObject({ ...rejected, message: /still being indexed/ });
    bench.clock.advance(-dayMs);
    expect(await retry(bench, id)).toEqual({ id, snapshotId, status: 'queued' });
    expect(bench.wokenParts).toEqual([part]);
    await runToEnd(bench);
    expect((await view(bench, id)).snapshot.status).toBe('ready');
  });

  it.each([
    [
      'a repository that is being indexed',
      async (bench: Workbench) => upload(bench, tree),
      /still being indexed/,
    ],
    ['a repository that is ready', async (bench: Workbench) => uploadAndIndex(bench, tree), /ready/],
    [
      'a job whose archive is invalid',
      async (bench: Workbench) => uploadAndIndex(bench, {}),
      /no longer stored/,
    ],
  ])('of %s is rejected', async (_, make, message) => {
    const bench = await openBreakingBench();
    const { id } = await make(bench);
    await expect(retry(bench, id)).rejects.toMatchObject({ ...rejected, message });
  });

  it('is allowed only for the owner', async () => {
    const bench = await openBreakingBench();
    const { id } = await failAt('parse', bench);
    for (const [user, repositoryId] of [
      [actFor({ id: 'ben' }), id],
      [viewer, 'nobody'],
    ] as const)
      await expect(retryRepository(bench.services, user, repositoryId)).rejects.toMatchObject({
        code: 'repository_not_found',
      });
  });

  it.each(['watch', 'restart', 'resume', 'wake'] as const)(
    'that is interrupted after `%s` can be repeated, or its alarm continues it',
    async (step) => {
      const bench = await openBreakingBench();
      const { id, jobId } = await failAt('parse', bench);
      await expect(retryRepository(killedAfter(step, bench.services), viewer, id)).rejects.toThrow('killed');
      bench.wokenParts.length = 0;
      const isResumed = step === 'resume' || step === 'wake';
      if (!isResumed) await retry(bench, id);
      for (let sweeps = 0; sweeps < 40 && (await sweepLater(bench, jobId)); sweeps += 1)
        await runToEnd(bench);
      expect(await view(bench, id)).toMatchObject({ snapshot: { status: 'ready' } });
      expect(await bench.rows()).toEqual((await runUninterrupted()).rows);
    },
  );

  it('is not undone by a late worker', async () => {
    const bench = await openBreakingBench();
    bench.failingStage = 'parse';
    const { id, jobId } = await upload(bench, tree);
    await deliver(bench, bench.wokenParts.shift() ?? expect.fail('nothing was woken'));
    // One worker stalls with the first pack while the second pack fails the job.
    const [first, ...others] = bench.wokenParts.splice(0);
    const late = first ?? expect.fail('nothing was woken');
    const { finished, resume } = stallWorker(bench.services, late);
    bench.wokenParts.push(...others);
    await runToEnd(bench);
    expect(await view(bench, id)).toMatchObject({ snapshot: { status: 'failed' } });
    bench.failingStage = undefined;
    bench.clock.advance(60_000);
    await retry(bench, id);
    await runToEnd(bench);
    const before = await bench.rows();
    resume();
    await expect(finished).rejects.toThrow();
    expect(await bench.rows()).toEqual(before);
    await sweepJob(bench.services, jobId);
    expect(before).toEqual((await runUninterrupted()).rows);
  });
});

/** Wraps a step so that the process dies after it. */
function dieAfter<Args extends readonly unknown[], Result>(step: (...args: Args) => Promise<Result>) {
  return async (...args: Args): Promise<Result> => {
    await step(...args);
    throw new Error('killed');
  };
}

/** Returns the services of a process that dies after the given step. */
function killedAfter(step: 'watch' | 'restart' | 'resume' | 'wake', services: Services): Services {
  const { jobQueue, jobParts, catalog } = services;
  return {
    ...services,
    jobQueue: {
      ...jobQueue,
      watch: step === 'watch' ? dieAfter(jobQueue.watch) : jobQueue.watch,
      wake: step === 'wake' ? dieAfter(jobQueue.wake) : jobQueue.wake,
    },
    jobParts: step === 'restart' ? { ...jobParts, restart: dieAfter(jobParts.restart) } : jobParts,
    catalog: step === 'resume' ? { ...catalog, resume: dieAfter(catalog.resume) } : catalog,
  };
}

/** Starts a worker that claims a part and writes its rows only after `resume` is called. */
function stallWorker(services: Services, key: PartKey) {
  const gate = new AbortController();
  const released = new Promise<void>((settle) => gate.signal.addEventListener('abort', () => settle()));
  const finished = (async () => {
    const claimed = await services.jobParts.claim(key);
    await released;
    const lease = { ...key, claim: claimed?.claim ?? 0 };
    const state = { shard: key.shard, snapshot: 1, generation: 1 };
    await services.chunkStore.saveParsed(state, lease, { chunker: 'x', scope: '', files: [] });
  })();
  finished.catch(() => undefined);
  return { finished, resume: () => gate.abort() };
}
