/** A removed repository leaves no data, even if a job was running. */
import { describe, expect, it } from 'vitest';
import { actFor, openModeViewer } from '../../../../worker/core/viewer.ts';
import { removeInBackground } from '../../../../worker/flows/repositories/remove-in-background.ts';
import { sweepJob } from '../../../../worker/flows/indexing/sweep-job.ts';
import { removeRepository } from '../../../../worker/flows/repositories/remove-repository.ts';
import type { Services } from '../../../../worker/flows/services.ts';
import {
  uploadAndIndex,
  runToEnd,
  smallTree as tree,
  upload,
  cleanUpNow,
} from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

type Moment = 'fetching' | 'parsing' | 'embedding' | 'indexing';

/** Removes the repository during the given work, and lets the late worker continue. */
async function removeDuring(moment: Moment): Promise<Workbench> {
  let [id, isDone] = ['', false];
  const remove = async (now: Moment): Promise<void> => {
    if (now !== moment || isDone) return;
    isDone = true;
    await removeRepository(bench.services, openModeViewer, id);
    await cleanUpNow(bench.services);
  };
  const bench = await openWorkbench((services) => interruptWith(services, remove));
  const added = await upload(bench, tree);
  id = added.id;
  await runToEnd(bench);
  expect(isDone).toBe(true);
  expect(await bench.services.catalog.getJob(added.jobId)).toBeUndefined();
  expect(await sweepJob(bench.services, added.jobId)).toBeUndefined();
  for (const key of ['archive', 'packs/000000', 'packs/000001'])
    expect(await bench.services.blobStore.get(`jobs/${added.jobId}/${key}`)).toBeUndefined();
  return bench;
}

function interruptWith(
  { catalog, dense, secretScanner, textIndex }: Services,
  remove: (now: Moment) => Promise<void>,
): Partial<Services> {
  return {
    catalog: {
      ...catalog,
      async describeSnapshot(...args) {
        await remove('fetching');
        await catalog.describeSnapshot(...args);
      },
    },
    secretScanner: {
      ...secretScanner,
      async scan(...args) {
        await remove('parsing');
        return secretScanner.scan(...args);
      },
    },
    dense: dense && {
      ...dense,
      embedder: {
        ...dense.embedder,
        async embed(texts) {
          await remove('embedding');
          return dense.embedder.embed(texts);
        },
      },
    },
    textIndex: {
      ...textIndex,
      async create(...args) {
        await remove('indexing');
        await textIndex.create(...args);
      },
    },
  };
}

describe('removing a repository', () => {
  it.each(['fetching', 'parsing', 'embedding', 'indexing'] as const)(
    'while it is %s leaves nothing, even if workers are late',
    async (moment) => {
      expect(await (await removeDuring(moment)).rows()).toEqual({});
    },
  );

  it('that is ready leaves nothing, and does not affect other repositories', async () => {
    const bench = await openWorkbench();
    await uploadAndIndex(bench, tree, { name: 'kept' });
    const before = await bench.rows();
    const { id } = await uploadAndIndex(bench, { ...tree, 'own.py': 'own words\n' }, { name: 'gone' });
    await uploadAndIndex(bench, tree, { name: 'gone', ref: 'second' });
    await removeRepository(bench.services, openModeViewer, id);
    await cleanUpNow(bench.services);
    expect(await bench.rows()).toEqual(before);
  });

  it('is allowed only for its owner, and only once', async () => {
    const bench = await openWorkbench();
    const { id } = await uploadAndIndex(bench, tree);
    await expect(removeRepository(bench.services, actFor({ id: 'ben' }), id)).rejects.toMatchObject({
      code: 'repository_not_found',
    });
    await removeRepository(bench.services, openModeViewer, id);
    await expect(removeRepository(bench.services, openModeViewer, id)).rejects.toMatchObject({
      code: 'repository_not_found',
    });
  });

  it('hides the repository at once, and continues in the next round after a failure', async () => {
    let isAway = true;
    const bench = await openWorkbench(({ chunkStore }) => ({
      chunkStore: {
        ...chunkStore,
        async remove(removed) {
          if (isAway) throw new Error('storage is away');
          await chunkStore.remove(removed);
        },
      },
    }));
    const { id } = await uploadAndIndex(bench, tree);
    await removeRepository(bench.services, openModeViewer, id);
    await expect(cleanUpNow(bench.services)).rejects.toThrow('away');
    expect(await bench.services.catalog.getRepository(openModeViewer, id)).toBeUndefined();
    isAway = false;
    await cleanUpNow(bench.services);
    expect(await bench.rows()).toEqual({});
    expect(await removeInBackground(bench.services)).toEqual({ nextMs: undefined, failures: [] });
  });

  it('with many versions takes several rounds of at most ten versions each', async () => {
    const emptied: number[] = [];
    const bench = await openWorkbench(({ chunkStore }) => ({
      chunkStore: {
        ...chunkStore,
        async remove(removed) {
          emptied.push(removed.snapshot);
          await chunkStore.remove(removed);
        },
      },
    }));
    const ids = new Set<string>();
    for (const [name, versions] of [
      ['one', 7],
      ['two', 6],
    ] as const)
      for (let version = 0; version < versions; version += 1)
        ids.add((await upload(bench, { 'a.py': 'a = 1\n' }, { name, ref: `v${version}` })).id);
    for (const id of ids) await removeRepository(bench.services, openModeViewer, id);
    expect(await removeInBackground(bench.services)).toEqual({ nextMs: 0, failures: [] });
    expect(emptied).toHaveLength(10);
    expect(await removeInBackground(bench.services)).toEqual({ nextMs: undefined, failures: [] });
    expect(emptied).toHaveLength(13);
    expect(new Set(emptied).size).toBe(13);
    expect(await bench.rows()).toEqual({});
  });
});
