/** Indexing has the same result even if messages are lost or duplicated and workers are interrupted. */
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { openModeViewer } from '../../../../worker/core/viewer.ts';
import { advanceJob, runPart } from '../../../../worker/flows/indexing/run-job.ts';
import { sweepJob } from '../../../../worker/flows/indexing/sweep-job.ts';
import { viewRepository } from '../../../../worker/flows/repositories/view-repository.ts';
import type { PartKey } from '../../../../worker/ports/job-parts.ts';
import {
  deliver,
  runToEnd,
  smallTree as tree,
  sweepLater,
  upload,
} from '../../../support/workbench/run-jobs.ts';
import { keyScanner, openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const readSnapshot = async (bench: Workbench, id: string) =>
  (await viewRepository(bench.services, openModeViewer, id)).snapshot;
const readJob = async (bench: Workbench, jobId: string) => {
  const job = await bench.services.catalog.getJob(jobId);
  if (job === undefined) throw new Error('there is no job');
  return job;
};

/** Returns the rows after an uninterrupted run. */
async function runUninterrupted(): Promise<Record<string, number>> {
  const bench = await openWorkbench();
  await upload(bench, tree);
  await runToEnd(bench);
  return bench.rows();
}

/** Takes the next queue message. */
function takeNext(bench: Workbench): PartKey {
  return bench.wokenParts.shift() ?? expect.fail('nothing was woken');
}

async function throwAlways(): Promise<never> {
  throw new Error('the rules are broken');
}

describe('a job', () => {
  it('runs its stages, ends ready and leaves no data of its own', async () => {
    const bench = await openWorkbench();
    const { id, snapshotId, jobId } = await upload(bench, tree);
    expect(await readSnapshot(bench, id)).toMatchObject({ status: 'queued' });
    bench.clock.advance(1_000);
    await runToEnd(bench);
    const snapshot = await readSnapshot(bench, id);
    expect(snapshot).toMatchObject({
      id: snapshotId,
      status: 'ready',
      generation: 1,
      counts: { files: 5, lines: 203, skipped: 0 },
      progress: { fetch: { done: 1, total: 1 }, publish: { done: 1, total: 1 } },
    });
    expect(snapshot.commit).toMatch(/^tree-[0-9a-f]{40}$/);
    const stages = ['fetch', 'parse', 'link', 'rank', 'embed', 'index', 'publish'];
    expect(Object.keys(snapshot.timings)).toEqual(stages);
    expect(snapshot.rowsWritten).toBeGreaterThan(20);
    expect(await bench.rows()).not.toHaveProperty('job_part');
    expect(await bench.services.blobStore.get(`jobs/${jobId}/archive`)).toBeUndefined();
    expect(await bench.services.blobStore.get(`jobs/${jobId}/packs/000000`)).toBeUndefined();
    expect(await sweepJob(bench.services, jobId)).toBeUndefined();
  });

  it('advances once, however often `advanceJob` is called', async () => {
    const bench = await openWorkbench();
    const { jobId } = await upload(bench, tree);
    const firstJob = await readJob(bench, jobId);
    for (let part = bench.wokenParts.shift(); part !== undefined; part = bench.wokenParts.shift()) {
      await deliver(bench, part);
      const [before, woken] = [await bench.rows(), bench.wokenParts.length];
      await advanceJob(bench.services, await readJob(bench, jobId));
      expect(bench.wokenParts.length).toBe(woken);
      // Acts like a worker that has been paused since the job started.
      await advanceJob(bench.services, firstJob);
      await advanceJob(bench.services, firstJob);
      bench.wokenParts.splice(woken);
      expect(await bench.rows()).toEqual(before);
    }
    expect(await readJob(bench, jobId)).toMatchObject({ state: 'done' });
  });

  it('whose messages are lost is continued by its alarm, stage after stage', async () => {
    const bench = await openWorkbench();
    const { id, jobId } = await upload(bench, tree);
    for (let sweeps = 0; (await readJob(bench, jobId)).state === 'running'; sweeps += 1) {
      expect(sweeps).toBeLessThan(60);
      bench.wokenParts.length = 0;
      expect(await sweepLater(bench, jobId)).toBe(true);
      const [part] = bench.wokenParts.splice(0);
      if (part !== undefined) await deliver(bench, part);
    }
    expect(await readSnapshot(bench, id)).toMatchObject({ status: 'ready' });
    expect(await bench.rows()).toEqual(await runUninterrupted());
  });

  it.each([1, 2, 3])(
    'writes the same rows with duplicated and reordered messages (seed %i)',
    async (seed) => {
      const bench = await openWorkbench();
      const { id } = await upload(bench, tree);
      let state = seed;
      const random = (below: number): number => {
        state = (state * 48_271) % 2_147_483_647;
        return state % below;
      };
      while (bench.wokenParts.length > 0) {
        const [part] = bench.wokenParts.splice(random(bench.wokenParts.length), 1);
        if (part === undefined) break;
        if (random(3) === 0) bench.wokenParts.push(part);
        await Promise.all(
          random(2) === 0 ? [deliver(bench, part), deliver(bench, part)] : [deliver(bench, part)],
        );
      }
      expect(await readSnapshot(bench, id)).toMatchObject({
        status: 'ready',
        counts: { files: 5, lines: 203 },
      });
      expect(await bench.rows()).toEqual(await runUninterrupted());
    },
  );

  it('writes the same rows if its workers die after writing', async () => {
    let [deaths, optimizations] = [0, 0];
    const bench = await openWorkbench(({ chunkStore, dense, textIndex }) => ({
      dense: dense && {
        ...dense,
        vectorIndex: {
          ...dense.vectorIndex,
          async add(...args) {
            await dense.vectorIndex.add(...args);
            if ((deaths += 1) % 2 === 1) throw new Error('killed');
          },
        },
      },
      chunkStore: {
        ...chunkStore,
        async saveParsed(...args) {
          await chunkStore.saveParsed(...args);
          if ((deaths += 1) % 2 === 1) throw new Error('killed');
        },
      },
      textIndex: {
        ...textIndex,
        async optimize(key) {
          await textIndex.optimize(key);
          if ((optimizations += 1) < 3) throw new Error('killed');
        },
      },
    }));
    const { id, jobId } = await upload(bench, tree);
    for (let sweeps = 0; (await readJob(bench, jobId)).state === 'running' && sweeps < 40; sweeps += 1) {
      await runToEnd(bench);
      await sweepLater(bench, jobId);
    }
    expect(await readSnapshot(bench, id)).toMatchObject({ status: 'ready' });
    expect(await bench.rows()).toEqual(await runUninterrupted());
  });
});

describe('a failing part', () => {
  it('throws an error with the original stack and cause', async () => {
    const failure = new Error('the rules are broken');
    const bench = await openWorkbench(() => ({
      secretScanner: { ...keyScanner, scan: () => Promise.reject(failure) },
    }));
    await upload(bench, tree);
    const thrown: unknown[] = [];
    for (
      let key = bench.wokenParts.shift();
      key !== undefined && thrown.length === 0;
      key = bench.wokenParts.shift()
    )
      await runPart(bench.services, key).catch((error: unknown) => thrown.push(error));
    expect(thrown).toMatchObject([{ stack: failure.stack, cause: { cause: failure } }]);
  });

  it('fails the job with its reason after the last attempt', async () => {
    const bench = await openWorkbench(() => ({
      secretScanner: { version: 'x', scan: throwAlways, maskPath: (path) => path },
    }));
    const { id, jobId } = await upload(bench, tree);
    await runToEnd(bench);
    expect(await readSnapshot(bench, id)).toMatchObject({
      status: 'failed',
      generation: 0,
      error: {
        code: 'attempts_spent',
        message: expect.stringMatching(
          /of the parse stage failed 5 times; the last time: the rules are broken/,
        ),
        details: { stage: 'parse' },
      },
    });
    const before = await bench.rows();
    expect(bench.wokenParts).toEqual([]);
    await sweepLater(bench, jobId);
    expect(bench.wokenParts).toEqual([]);
    expect(await bench.rows()).toEqual(before);
  });

  it('fails the job even if it reported no error', async () => {
    const bench = await openWorkbench();
    const { id, jobId } = await upload(bench, tree);
    const [fetch] = bench.wokenParts.splice(0);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await bench.services.jobParts.claim(fetch ?? expect.fail('nothing was woken'));
      bench.clock.advance(3_600_000);
    }
    await sweepJob(bench.services, jobId);
    expect(await readSnapshot(bench, id)).toMatchObject({
      status: 'failed',
      error: { code: 'attempts_spent', message: expect.stringContaining('it was interrupted each time') },
    });
  });

  it('is retried after a temporary error', async () => {
    let failures = 0;
    const bench = await openWorkbench(({ secretScanner }) => ({
      secretScanner: {
        ...secretScanner,
        scan: (text) =>
          (failures += 1) < 4
            ? Promise.reject(new AppError('storage_unavailable', 'away'))
            : secretScanner.scan(text),
      },
    }));
    const { id } = await upload(bench, tree);
    await runToEnd(bench);
    expect(await readSnapshot(bench, id)).toMatchObject({ status: 'ready', error: undefined });
    expect(await bench.rows()).toEqual(await runUninterrupted());
  });

  it.each([
    ['that is truncated', Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1), 'archive_invalid'],
    ['without files', {}, 'archive_empty'],
    ['whose files are all skipped', { 'node_modules/x/index.js': 'x', 'a.png': '\u0000' }, 'archive_empty'],
  ])('fails the job at once for an archive %s', async (_, content, code) => {
    const bench = await openWorkbench();
    const { id } = await upload(bench, content);
    const [fetch] = bench.wokenParts.splice(0);
    await runPart(bench.services, fetch ?? expect.fail('nothing was woken'));
    expect(bench.wokenParts).toEqual([]);
    const { status, error } = await readSnapshot(bench, id);
    expect({ status, code: error?.code }).toEqual({ status: 'failed', code });
    expect(error?.fix).not.toBe('');
    expect(await bench.rows()).toEqual({ repository: 1, snapshot: 1, job: 1 });
  });

  it('writes nothing after another part has failed the job', async () => {
    const bench = await openWorkbench();
    const { id, jobId } = await upload(bench, tree);
    const [fetch] = bench.wokenParts.splice(0);
    await deliver(bench, fetch ?? expect.fail('nothing was woken'));
    const parse = bench.wokenParts.splice(0);
    await bench.services.catalog.fail(
      await readJob(bench, jobId),
      { code: 'internal', message: 'm', fix: 'f', details: {} },
      { progress: {}, resumableUntil: undefined },
    );
    for (const part of parse) await deliver(bench, part);
    expect(await sweepJob(bench.services, jobId)).toBeUndefined();
    expect(await readSnapshot(bench, id)).toMatchObject({ status: 'failed' });
    expect(await bench.rows()).toEqual({ repository: 1, snapshot: 1, job: 1 });
  });

  it.each([1, 5])('is not released after another worker has claimed it (attempt %i)', async (attempts) => {
    const bench = await openWorkbench();
    const { id, jobId } = await upload(bench, tree);
    while (!bench.wokenParts.some((part) => part.stage === 'parse')) await deliver(bench, takeNext(bench));
    const [part = expect.fail('nothing was woken'), ...others] = bench.wokenParts.splice(0);
    for (let attempt = 1; attempt < attempts; attempt += 1) {
      await bench.services.jobParts.claim(part);
      bench.clock.advance(3_600_000);
    }
    let takenOver: Promise<void> | undefined;
    const slow = {
      ...bench.services,
      secretScanner: {
        ...bench.services.secretScanner,
        async scan(): Promise<never> {
          bench.clock.advance(3_600_000);
          takenOver ??= runPart(bench.services, part);
          await takenOver;
          throw new AppError('archive_invalid', 'The archive was removed.');
        },
      },
    };
    await runPart(slow, part);
    bench.wokenParts.push(...others);
    await runToEnd(bench);
    await sweepJob(bench.services, jobId);
    expect(await readSnapshot(bench, id)).toMatchObject({ status: 'ready', error: undefined });
    expect(await bench.rows()).toEqual(await runUninterrupted());
  });

  it('does not affect the published snapshot if the clean-up after publishing fails', async () => {
    let removals = 0;
    const bench = await openWorkbench(({ blobStore }) => ({
      blobStore: {
        ...blobStore,
        removeAll: () => ((removals += 1), Promise.reject(new Error('storage is away'))),
      },
    }));
    const { id, jobId } = await upload(bench, tree);
    const publish: PartKey = { job: jobId, shard: 0, stage: 'publish', part: 0 };
    while (!bench.wokenParts.some((part) => part.stage === 'publish'))
      await deliver(bench, bench.wokenParts.shift() ?? publish);
    bench.wokenParts.length = 0;
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await bench.services.jobParts.claim(publish);
      bench.clock.advance(3_600_000);
    }
    await runPart(bench.services, publish).catch(() => undefined);
    await sweepLater(bench, jobId).catch(() => undefined);
    expect(removals).toBeGreaterThan(1);
    expect(await readSnapshot(bench, id)).toMatchObject({ status: 'ready', generation: 1 });
    expect(await bench.rows()).toEqual(await runUninterrupted());
  });
});
