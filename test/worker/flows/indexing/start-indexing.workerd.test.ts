/** With several index databases, a new repository is added to the least filled database and stays there. */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { leastFilledShard, startIndexing } from '../../../../worker/flows/indexing/start-indexing.ts';
import { removeRepository } from '../../../../worker/flows/repositories/remove-repository.ts';
import { resolveSnapshot } from '../../../../worker/flows/versions/resolve-snapshot.ts';
import {
  cleanUpNow,
  uploadAndIndex,
  runToEnd,
  smallTree,
  upload,
} from '../../../support/workbench/run-jobs.ts';
import { emptyIndex, countRows } from '../../../support/workbench/d1.ts';
import { createD1Stores } from '../../../support/workbench/d1-stores.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const databases = (shard: number): D1Database => (shard === 1 ? env.INDEX_1 : env.INDEX_0);
const large = { ...smallTree, 'large.py': 'gamma delta epsilon\n'.repeat(2_000) };
let bench: Workbench;

beforeEach(async () => {
  await emptyIndex(env.INDEX_1);
  bench = await openWorkbench(({ clock }) => ({ ...createD1Stores(databases, clock), shards: [0, 1] }));
});

const findShard = async (id: string) => (await bench.services.catalog.getRepository(viewer, id))?.shard;
const countFiles = async (shard: number) => (await countRows(databases(shard)))['file'] ?? 0;

it('adds a repository to the database with the least data, and its later versions to the same database', async () => {
  const first = await uploadAndIndex(bench, large, { name: 'first' });
  const second = await uploadAndIndex(bench, smallTree, { name: 'second' });
  expect([await findShard(first.id), await findShard(second.id)]).toEqual([0, 1]);
  expect([await countFiles(0), await countFiles(1)]).toEqual([6, 5]);
  await uploadAndIndex(bench, smallTree, { name: 'second', ref: 'v2' });
  expect([await countFiles(0), await countFiles(1)]).toEqual([6, 10]);
  expect(await findShard((await upload(bench, smallTree, { name: 'third' })).id)).toBe(0);
  const { key } = await resolveSnapshot(bench.services, viewer, { id: second.id, version: undefined });
  expect(key.shard).toBe(1);
  expect((await bench.services.chunkStore.readFile(key, 'src/b.py'))?.text).toBe(smallTree['src/b.py']);
});

it('frees space in the database of a removed repository', async () => {
  await uploadAndIndex(bench, smallTree, { name: 'first' });
  const second = await uploadAndIndex(bench, smallTree, { name: 'second' });
  await removeRepository(bench.services, viewer, second.id);
  await cleanUpNow(bench.services);
  expect(await countRows(env.INDEX_1)).toEqual({});
  expect(await countFiles(0)).toBe(5);
  expect(await leastFilledShard(bench.services)).toBe(1);
});

it('compares databases by their chunks as well as their snapshots', async () => {
  const { catalog } = bench.services;
  const chooseShard = (...shardLoads: Awaited<ReturnType<typeof catalog.shardLoads>>) =>
    leastFilledShard({ shards: [0, 1, 2], catalog: { ...catalog, shardLoads: async () => shardLoads } });
  expect(await chooseShard()).toBe(0);
  expect(await chooseShard({ shard: 0, snapshots: 1, chunks: 0 })).toBe(1);
  const [many, full] = [
    { shard: 0, snapshots: 900, chunks: 10 },
    { shard: 1, snapshots: 5, chunks: 1_450_000 },
  ];
  expect(await chooseShard(many, full, { shard: 2, snapshots: 950, chunks: 0 })).toBe(0);
});

it('indexes two simultaneous uploads under a new name in one database', async () => {
  const late = await startIndexing(bench.services, viewer, {
    name: 'acme/tool',
    ref: 'late',
    commit: '',
    subdirectory: undefined,
    shard: undefined,
    prepare: async ({ id }) => {
      // Shard 0 was chosen while both were empty. In the meantime, the other upload was added to shard 1.
      await uploadAndIndex(bench, large, { name: 'other' });
      const { jobId } = await upload(bench, smallTree, { ref: 'early' });
      const archive = await bench.services.blobStore.get(`jobs/${jobId}/archive`);
      await bench.services.blobStore.put(`jobs/${id}/archive`, archive ?? new Uint8Array());
      return { archive: `jobs/${id}/archive`, format: 'tar.gz' };
    },
  });
  await runToEnd(bench);
  expect(await findShard(late.id)).toBe(1);
  const snapshots = await bench.services.catalog.listSnapshots([late.id]);
  expect(snapshots.map(({ ref, status }) => [ref, status])).toEqual([
    ['late', 'ready'],
    ['early', 'ready'],
  ]);
  expect([await countFiles(0), await countFiles(1)]).toEqual([6, 10]);
});
