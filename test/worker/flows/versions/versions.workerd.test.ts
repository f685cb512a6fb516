/** Versions of a repository: how they are replaced, when they expire, and when they can be removed. */
import { beforeEach, describe, expect, it } from 'vitest';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { nextRefreshAt } from '../../../../worker/flows/repositories/refresh-limit.ts';
import {
  hideUnusedRepositories,
  expireVersions,
} from '../../../../worker/flows/repositories/expire-versions.ts';
import { sweepJob } from '../../../../worker/flows/indexing/sweep-job.ts';
import { listVersions } from '../../../../worker/flows/versions/list-versions.ts';
import { removeVersion } from '../../../../worker/flows/versions/remove-version.ts';
import { resolveSnapshot } from '../../../../worker/flows/versions/resolve-snapshot.ts';
import { viewVersion } from '../../../../worker/flows/versions/view-version.ts';
import {
  deliver,
  uploadAndIndex,
  smallTree,
  upload,
  type Tree,
  cleanUpNow,
} from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const hour = 3_600_000;
const changedTree: Tree = { ...smallTree, 'src/b.py': 'other word here\n' };

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
});
const readVersions = async (id: string) => (await listVersions(bench.services, viewer, id)).versions;
const catchError = (run: Promise<unknown>) =>
  run.then(
    () => expect.fail('no error was thrown'),
    (error: unknown) => error,
  );
const countRows = async () => {
  const { snapshot: _snapshot, job: _job, ...rows } = await bench.rows();
  // Full-text tables are named after the numbers of their snapshots.
  return Object.fromEntries(
    Object.entries(rows).map(([table, count]) => [table.replace(/_\d+_\d+/, ''), count]),
  );
};

describe('an upload of an existing version', () => {
  it('replaces it after it is ready, and the earlier snapshot is retained for a while and then removed', async () => {
    const first = await uploadAndIndex(bench, smallTree, { ref: 'main' });
    await bench.services.answerCache.write({ shard: 0, snapshot: 1, generation: 1 }, 'digest', []);
    const second = await upload(bench, changedTree, { ref: 'main' });
    for (let part = bench.wokenParts.shift(); part !== undefined; part = bench.wokenParts.shift()) {
      const served = await resolveSnapshot(bench.services, viewer, { id: first.id, version: 'main' });
      expect(served.snapshot.id).toBe(first.snapshotId);
      await deliver(bench, part);
    }
    expect(await readVersions(first.id)).toMatchObject([
      {
        ref: 'main',
        isDefault: true,
        snapshot: { id: second.snapshotId },
        supersedes: { id: first.snapshotId },
      },
    ]);
    expect(await sweepJob(bench.services, second.jobId)).toBe(24 * hour);
    bench.clock.advance(24 * hour);
    expect(await sweepJob(bench.services, second.jobId)).toBeUndefined();
    await cleanUpNow(bench.services);
    expect(
      await catchError(resolveSnapshot(bench.services, viewer, { id: first.id, version: first.snapshotId })),
    ).toMatchObject({
      code: 'version_not_found',
      message: expect.stringContaining(`The current version of "main" is ${second.snapshotId}`),
      details: { available: [{ version: second.snapshotId }] },
    });
    const before = await countRows();
    bench = await openWorkbench();
    await uploadAndIndex(bench, changedTree, { ref: 'main' });
    expect(before).toEqual(await countRows());
  });

  it('that fails is listed with the served snapshot, and is removed after the next upload is ready', async () => {
    const { id, snapshotId } = await uploadAndIndex(bench, smallTree, { ref: 'main' });
    const failed = await uploadAndIndex(bench, { 'a.bin': '\0' }, { ref: 'main' });
    expect(await readVersions(id)).toMatchObject([
      { snapshot: { id: snapshotId }, next: { id: failed.snapshotId, status: 'failed' } },
    ]);
    bench.clock.advance(48 * hour);
    await expireVersions(bench.services);
    await cleanUpNow(bench.services);
    expect(await readVersions(id)).toHaveLength(1);
    const third = await uploadAndIndex(bench, smallTree, { ref: 'main' });
    bench.clock.advance(24 * hour);
    await expireVersions(bench.services);
    await cleanUpNow(bench.services);
    expect((await listVersions(bench.services, viewer, id)).snapshots.map((snapshot) => snapshot.id)).toEqual(
      [third.snapshotId],
    );
  });

  it('does not affect other versions or the data they share', async () => {
    const { id } = await uploadAndIndex(bench, smallTree, { ref: 'v1' });
    await uploadAndIndex(bench, smallTree, { ref: 'main' });
    await uploadAndIndex(bench, changedTree, { ref: 'main' });
    bench.clock.advance(24 * hour);
    await expireVersions(bench.services);
    await cleanUpNow(bench.services);
    expect((await readVersions(id)).map(({ ref }) => ref)).toEqual(['main', 'v1']);
    const { key } = await resolveSnapshot(bench.services, viewer, { id, version: 'v1' });
    expect((await bench.services.chunkStore.readFile(key, 'src/b.py'))?.text).toBe(smallTree['src/b.py']);
  });

  it('is rejected before the refresh interval has passed, with the time when it is allowed', async () => {
    bench = await openWorkbench(({ settings }) => ({
      settings: { ...settings, versions: { ...settings.versions, refreshEveryMs: 24 * hour } },
    }));
    const { id } = await uploadAndIndex(bench, smallTree, { ref: 'main' });
    const allowedAt = new Date(bench.clock.now() + 24 * hour).toISOString();
    bench.clock.advance(hour);
    await uploadAndIndex(bench, smallTree, { ref: 'v1' });
    expect(await catchError(upload(bench, changedTree, { ref: 'main' }))).toMatchObject({
      code: 'refresh_too_soon',
      status: 429,
      details: { allowedAt: expect.any(String) },
    });
    const snapshots = await bench.services.catalog.listSnapshots([id]);
    const at = nextRefreshAt(bench.services, snapshots, 'main') ?? 0;
    expect(at).toBeLessThanOrEqual(Date.parse(allowedAt) + 60_000);
    bench.clock.advance(24 * hour);
    expect(nextRefreshAt(bench.services, snapshots, 'main')).toBeUndefined();
    await uploadAndIndex(bench, changedTree, { ref: 'main' });
  });
});

describe('a version', () => {
  it('reports how much data it shares with other versions, and how much is its own', async () => {
    const { id } = await uploadAndIndex(bench, smallTree, { ref: 'v1' });
    const alone = await viewVersion(bench.services, viewer, { id, version: 'v1' });
    expect(alone.chunks.shared + alone.embeddings.shared + alone.bytes.shared).toBe(0);
    await uploadAndIndex(bench, changedTree, { ref: 'v2' });
    const first = await viewVersion(bench.services, viewer, { id, version: 'v1' });
    const second = await viewVersion(bench.services, viewer, { id, version: 'v2' });
    expect(first.chunks.stored).toBe(alone.chunks.stored);
    expect(first.chunks.shared).toBe(second.chunks.shared);
    expect(first.chunks.own).toBeGreaterThan(second.chunks.own);
    expect(second.chunks).toMatchObject({ own: 1 });
    expect(second.bytes.own).toBe('other word here\n'.length);
    expect(second.embeddings.shared).toBeGreaterThan(0);
    expect(second.counts.files).toBe(5);
  });

  it('is removed with its own data only, and reported as removed', async () => {
    const { id } = await uploadAndIndex(bench, smallTree, { ref: 'v1' });
    const before = await countRows();
    const second = await uploadAndIndex(bench, changedTree, { ref: 'v2' });
    expect(await removeVersion(bench.services, viewer, { id, version: 'v2' })).toEqual({
      removed: [second.snapshotId],
    });
    await cleanUpNow(bench.services);
    expect(await countRows()).toEqual(before);
    expect(await catchError(resolveSnapshot(bench.services, viewer, { id, version: 'v2' }))).toMatchObject({
      code: 'version_not_found',
      details: { removedAt: expect.any(String) },
    });
  });

  it('cannot be removed if it is the last ready version, even if another version is being indexed', async () => {
    const { id } = await uploadAndIndex(bench, smallTree, { ref: 'v1' });
    const remove = (version: string) => removeVersion(bench.services, viewer, { id, version });
    expect(await catchError(remove('v1'))).toMatchObject({ code: 'last_version' });
    await upload(bench, changedTree, { ref: 'v2' });
    expect(await catchError(remove('v1'))).toMatchObject({ code: 'last_version' });
    expect(await remove('v2')).toMatchObject({ removed: [expect.any(String)] });
    expect(await catchError(remove('v3'))).toMatchObject({ code: 'version_not_found' });
  });
});

it('retains one of two versions that are removed at the same time', async () => {
  const { id } = await uploadAndIndex(bench, smallTree, { ref: 'v1' });
  await uploadAndIndex(bench, changedTree, { ref: 'v2' });
  const { services } = bench;
  const waiting: (() => void)[] = [];
  // Both requests have listed the versions before either hides anything.
  const readRepository: typeof services.catalog.readRepository = async (...args) => {
    const found = await services.catalog.readRepository(...args);
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 2) for (const release of waiting) release();
    });
    return found;
  };
  const slow = { ...services, catalog: { ...services.catalog, readRepository } };
  const results = await Promise.allSettled(
    ['v1', 'v2'].map((version) => removeVersion(slow, viewer, { id, version })),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'last_version' },
  });
  expect(await readVersions(id)).toHaveLength(1);
});

it('removes a repository that nobody has read for long, unless it is popular', async () => {
  const days = 24 * hour;
  bench = await openWorkbench(({ settings }) => ({
    settings: {
      ...settings,
      popular: ['kept'],
      versions: { ...settings.versions, expireAfterMs: 14 * days },
    },
  }));
  const read = await uploadAndIndex(bench, smallTree, { name: 'read' });
  const popular = await uploadAndIndex(bench, smallTree, { name: 'kept' });
  const source = { kind: 'github', owner: 'acme', name: 'kept', hostId: '7' } as const;
  await bench.services.catalog.renameHosted(popular.id, 'kept', source);
  await uploadAndIndex(bench, smallTree, { name: 'left' });
  bench.clock.advance(10 * days);
  await resolveSnapshot(bench.services, viewer, { id: read.id, version: undefined });
  bench.clock.advance(5 * days);
  await hideUnusedRepositories(bench.services);
  const names = (await bench.services.catalog.listRepositories(viewer)).map(({ name }) => name);
  expect(names.toSorted()).toEqual(['kept', 'read']);
});
