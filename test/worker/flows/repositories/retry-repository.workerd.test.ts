/** A failed indexing is taken up where it stopped, as long as what it did is kept; nothing of it stays longer. */
import { describe, expect, it } from 'vitest';
import type { Stage } from '../../../../worker/core/repository.ts';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { sweepJob } from '../../../../worker/flows/indexing/run-job.ts';
import { removeRepository } from '../../../../worker/flows/repositories/remove-repository.ts';
import { retryRepository } from '../../../../worker/flows/repositories/retry-repository.ts';
import type { Services } from '../../../../worker/flows/services.ts';
import { viewRepository } from '../../../../worker/flows/repositories/view-repository.ts';
import type { PartKey } from '../../../../worker/ports/job-queue.ts';
import { attempt, indexed, runToEnd, smallTree as tree, sweepLater, upload } from '../../../support/run-jobs.ts';
import { cleanUpNow } from '../../../support/clean-up.ts';
import { openWorkbench, type Workbench } from '../../../support/services.ts';

const dayMs = 24 * 3_600_000;

interface BreakingBench extends Workbench {
  /** The stage at which one part fails, whenever it is tried; undefined when all is well. */
  broken: Stage | undefined;
  /** How often work was begun, by stage and what is worked on. */
  readonly worked: Map<string, number>;
}

/** Breaks the second part of a stage where it has several; which it is shows in what it works on. */
async function openBreakingBench(): Promise<BreakingBench> {
  const state: Pick<BreakingBench, 'broken' | 'worked'> = { broken: undefined, worked: new Map() };
  const work = (stage: Stage, on: string, breaks: boolean): void => {
    const name = `${stage} ${on}`;
    state.worked.set(name, (state.worked.get(name) ?? 0) + 1);
    if (breaks && state.broken === stage) throw new Error('it is broken');
  };
  const bench = await openWorkbench((services) => breaking(services, work));
  return Object.assign(state, bench);
}

function breaking(
  { openArchive, blobStore, textIndex }: Services,
  work: (stage: Stage, on: string, breaks: boolean) => void,
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
      async optimise(key) {
        work('publish', '', true);
        await textIndex.optimise(key);
      },
    },
  };
}

/** Uploads the tree and lets it fail at a stage. */
async function failedAt(stage: Stage, bench: BreakingBench) {
  bench.broken = stage;
  const added = await indexed(bench, tree);
  expect(await view(bench, added.id)).toMatchObject({ stage, snapshot: { status: 'failed' } });
  bench.broken = undefined;
  return added;
}

const view = (bench: Workbench, id: string) => viewRepository(bench.services, viewer, id);
const retry = (bench: Workbench, id: string) => retryRepository(bench.services, viewer, id);
const refused = { code: 'nothing_to_retry' };

/** Rows and counts of a run in which nothing failed. */
async function undisturbed() {
  const bench = await openBreakingBench();
  const { id } = await indexed(bench, tree);
  return { rows: await bench.rows(), worked: bench.worked, snapshot: (await view(bench, id)).snapshot };
}

describe('a job that failed for what may be mended', () => {
  it.each([
    ['fetch', 'fetching'],
    ['parse', 'parsing'],
    ['index', 'indexing'],
    ['publish', 'indexing'],
  ] as const)(
    'at %s goes on from there, and ends with the rows of an undisturbed run',
    async (stage, status) => {
      const bench = await openBreakingBench();
      const { id, snapshotId, jobId } = await failedAt(stage, bench);
      const doneBefore = new Map(bench.worked);
      bench.clock.advance(3_600_000);
      expect(await retry(bench, id)).toEqual({ id, snapshotId, status });
      expect(await view(bench, id)).toMatchObject({ error: undefined, stage, snapshot: { status } });
      await runToEnd(bench);
      const calm = await undisturbed();
      const { snapshot } = await view(bench, id);
      expect(snapshot).toMatchObject({
        id: snapshotId,
        status: 'ready',
        generation: 1,
        commit: calm.snapshot.commit,
        counts: calm.snapshot.counts,
        progress: calm.snapshot.progress,
      });
      expect(await bench.rows()).toEqual(calm.rows);
      expect(await sweepJob(bench.services, jobId)).toBeUndefined();
      // Whatever had been done when it failed was not begun again.
      const again = [...bench.worked].filter(([name, times]) => times > (doneBefore.get(name) ?? 0));
      expect(again.filter(([name]) => doneBefore.get(name) === 1)).toEqual([]);
      expect(again.filter(([name]) => name.startsWith(stage))).toHaveLength(1);
    },
  );

  it('says that it can be taken up, until when, and then no longer', async () => {
    const bench = await openBreakingBench();
    const { id } = await failedAt('parse', bench);
    const until = bench.clock.now() + dayMs;
    expect((await view(bench, id)).error).toMatchObject({
      code: 'attempts_spent',
      retryableUntil: until,
      fix: expect.stringContaining('from where it stopped'),
    });
    bench.clock.advance(dayMs);
    const { error } = await view(bench, id);
    expect(error).toMatchObject({ retryableUntil: undefined, fix: expect.stringMatching(/^Upload/) });
    await expect(retry(bench, id)).rejects.toMatchObject(refused);
  });

  it('is removed by its alarm when its time is over, and not before', async () => {
    const bench = await openBreakingBench();
    const { id, jobId } = await failedAt('index', bench);
    const held = await bench.rows();
    expect(await sweepJob(bench.services, jobId)).toBe(dayMs);
    bench.clock.advance(dayMs - 1);
    expect(await sweepJob(bench.services, jobId)).toBe(1);
    expect(await bench.rows()).toEqual(held);
    bench.clock.advance(1);
    expect(await sweepJob(bench.services, jobId)).toBeUndefined();
    expect(await bench.rows()).toEqual({ repository: 1, snapshot: 1, job: 1 });
    expect(await bench.services.blobStore.get(`jobs/${jobId}/archive`)).toBeUndefined();
    await expect(retry(bench, id)).rejects.toMatchObject(refused);
  });

  it('goes with its repository', async () => {
    const bench = await openBreakingBench();
    const { id, jobId } = await failedAt('index', bench);
    await removeRepository(bench.services, viewer, id);
    await cleanUpNow(bench.services);
    expect(await bench.rows()).toEqual({});
    expect(await bench.services.blobStore.get(`jobs/${jobId}/archive`)).toBeUndefined();
    expect(await sweepJob(bench.services, jobId)).toBeUndefined();
  });

  it('goes when a newer upload has ended, which alone can be taken up from then on', async () => {
    const bench = await openBreakingBench();
    const { jobId: older } = await failedAt('index', bench);
    // Of what is parsed there is nothing left to parse.
    const newer = await failedAt('publish', bench);
    expect(await bench.services.blobStore.get(`jobs/${older}/archive`)).toBeUndefined();
    expect((await view(bench, newer.id)).error?.retryableUntil).toBeDefined();
    const { id, jobId } = await indexed(bench, tree);
    expect(await bench.services.blobStore.get(`jobs/${newer.jobId}/archive`)).toBeUndefined();
    const ofThird = Object.entries(await bench.rows()).map(([table, rows]) => [
      table.replace('fts1_3_1', 'fts1_1_1'),
      rows,
    ]);
    expect(Object.fromEntries(ofThird)).toEqual({ ...(await undisturbed()).rows, snapshot: 3, job: 3 });
    await expect(retry(bench, id)).rejects.toMatchObject(refused);
    expect(await sweepJob(bench.services, jobId)).toBeUndefined();
  });

  it('may fail again, and be taken up again', async () => {
    const bench = await openBreakingBench();
    const { id } = await failedAt('parse', bench);
    bench.broken = 'index';
    await retry(bench, id);
    await runToEnd(bench);
    expect(await view(bench, id)).toMatchObject({ stage: 'index', snapshot: { status: 'failed' } });
    bench.broken = undefined;
    await retry(bench, id);
    await runToEnd(bench);
    expect(await view(bench, id)).toMatchObject({ snapshot: { status: 'ready' } });
    expect(await bench.rows()).toEqual((await undisturbed()).rows);
  });

  it('counts no time in which it stood still', async () => {
    const bench = await openBreakingBench();
    const { id } = await failedAt('parse', bench);
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
  it('of two at once happens once, and the other is told that it runs', async () => {
    const bench = await openBreakingBench();
    const { id } = await failedAt('parse', bench);
    const both = await Promise.allSettled([retry(bench, id), retry(bench, id)]);
    expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({
      ...refused,
      message: 'Its indexing is running.',
    });
    await runToEnd(bench);
    expect(await view(bench, id)).toMatchObject({ snapshot: { status: 'ready' } });
    expect(await bench.rows()).toEqual((await undisturbed()).rows);
  });

  it('while it runs is refused, and changes nothing', async () => {
    const bench = await openBreakingBench();
    const { id } = await failedAt('index', bench);
    await retry(bench, id);
    const [part] = bench.woken;
    for (let at = 0; at < 2; at += 1) {
      await expect(retry(bench, id)).rejects.toMatchObject({ ...refused, message: /running/ });
      if (part !== undefined && at === 0) await attempt(bench, part);
    }
    await runToEnd(bench);
    expect(await bench.rows()).toEqual((await undisturbed()).rows);
  });

  it('of a job that runs wakes the part of a worker that died before the clock was set back', async () => {
    const bench = await openBreakingBench();
    const { id, snapshotId } = await upload(bench, tree);
    const part = bench.woken.shift() ?? expect.fail('nothing was woken');
    await bench.services.jobParts.claim(part);
    await expect(retry(bench, id)).rejects.toMatchObject({ ...refused, message: /running/ });
    bench.clock.advance(-dayMs);
    expect(await retry(bench, id)).toEqual({ id, snapshotId, status: 'queued' });
    expect(bench.woken).toEqual([part]);
    await runToEnd(bench);
    expect((await view(bench, id)).snapshot.status).toBe('ready');
  });

  it.each([
    ['one that is being indexed', async (bench: Workbench) => upload(bench, tree), /running/],
    ['one that is ready', async (bench: Workbench) => indexed(bench, tree), /ready/],
    ['one whose archive cannot be used', async (bench: Workbench) => indexed(bench, {}), /kept/],
  ])('of %s is refused', async (_, make, message) => {
    const bench = await openBreakingBench();
    const { id } = await make(bench);
    await expect(retry(bench, id)).rejects.toMatchObject({ ...refused, message });
  });

  it('is its owner’s alone', async () => {
    const bench = await openBreakingBench();
    const { id } = await failedAt('parse', bench);
    for (const [who, of] of [
      [{ id: 'ben' }, id],
      [viewer, 'nobody'],
    ] as const)
      await expect(retryRepository(bench.services, who, of)).rejects.toMatchObject({
        code: 'repository_not_found',
      });
  });

  it.each(['watch', 'restart', 'resume', 'wake'] as const)(
    'cut off after its %s leaves what can be taken up, or goes on by its alarm',
    async (step) => {
      const bench = await openBreakingBench();
      const { id, jobId } = await failedAt('parse', bench);
      await expect(retryRepository(killedAfter(step, bench.services), viewer, id)).rejects.toThrow('killed');
      bench.woken.length = 0;
      const runs = step === 'resume' || step === 'wake';
      if (!runs) await retry(bench, id);
      for (let looks = 0; looks < 40 && (await sweepLater(bench, jobId)); looks += 1) await runToEnd(bench);
      expect(await view(bench, id)).toMatchObject({ snapshot: { status: 'ready' } });
      expect(await bench.rows()).toEqual((await undisturbed()).rows);
    },
  );

  it('is not undone by a worker that was late', async () => {
    const bench = await openBreakingBench();
    bench.broken = 'parse';
    const { id, jobId } = await upload(bench, tree);
    await attempt(bench, bench.woken.shift() ?? expect.fail('nothing was woken'));
    // One worker stands still with the first pack while the second pack fails the job.
    const [first, ...others] = bench.woken.splice(0);
    const late = first ?? expect.fail('nothing was woken');
    const { passed, goOn } = standingStill(bench.services, late);
    bench.woken.push(...others);
    await runToEnd(bench);
    expect(await view(bench, id)).toMatchObject({ snapshot: { status: 'failed' } });
    bench.broken = undefined;
    bench.clock.advance(60_000);
    await retry(bench, id);
    await runToEnd(bench);
    const held = await bench.rows();
    goOn();
    await expect(passed).rejects.toThrow();
    expect(await bench.rows()).toEqual(held);
    await sweepJob(bench.services, jobId);
    expect(held).toEqual((await undisturbed()).rows);
  });
});

/** A step after which the process dies. */
function last<Of extends readonly unknown[], Out>(step: (...of: Of) => Promise<Out>) {
  return async (...of: Of): Promise<Out> => {
    await step(...of);
    throw new Error('killed');
  };
}

/** The services of a process that dies once it has done one thing more. */
function killedAfter(step: 'watch' | 'restart' | 'resume' | 'wake', services: Services): Services {
  const { jobQueue, jobParts, catalog } = services;
  return {
    ...services,
    jobQueue: {
      ...jobQueue,
      watch: step === 'watch' ? last(jobQueue.watch) : jobQueue.watch,
      wake: step === 'wake' ? last(jobQueue.wake) : jobQueue.wake,
    },
    jobParts: step === 'restart' ? { ...jobParts, restart: last(jobParts.restart) } : jobParts,
    catalog: step === 'resume' ? { ...catalog, resume: last(catalog.resume) } : catalog,
  };
}

/** A worker that has claimed a part and writes its rows only when told to go on. */
function standingStill(services: Services, key: PartKey) {
  const gate = new AbortController();
  const told = new Promise<void>((settle) => gate.signal.addEventListener('abort', () => settle()));
  const passed = (async () => {
    const claimed = await services.jobParts.claim(key);
    await told;
    const held = { ...key, claim: claimed?.claim ?? 0 };
    const state = { shard: key.shard, snapshot: 1, generation: 1 };
    await services.chunkStore.saveParsed(state, held, { chunker: 'x', files: [] });
  })();
  passed.catch(() => undefined);
  return { passed, goOn: () => gate.abort() };
}
