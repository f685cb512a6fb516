/** Versions of a repository: what takes whose place, what is collected and what stays, and what can be removed. */
import { beforeEach, describe, expect, it } from 'vitest';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { refreshAllowedAt } from '../../../../worker/flows/repositories/add-repository.ts';
import { expireUnused, sweepVersions } from '../../../../worker/flows/repositories/collect-versions.ts';
import { sweepJob } from '../../../../worker/flows/indexing/run-job.ts';
import { listVersions } from '../../../../worker/flows/versions/list-versions.ts';
import { removeVersion } from '../../../../worker/flows/versions/remove-version.ts';
import { resolveSnapshot } from '../../../../worker/flows/versions/resolve-snapshot.ts';
import { viewVersion } from '../../../../worker/flows/versions/view-version.ts';
import { attempt, indexed, smallTree, upload, type Tree } from '../../../support/run-jobs.ts';
import { cleanUpNow } from '../../../support/clean-up.ts';
import { openWorkbench, type Workbench } from '../../../support/services.ts';

const hour = 3_600_000;
const changedTree: Tree = { ...smallTree, 'src/b.py': 'other word here\n' };

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
});
const versions = async (id: string) => (await listVersions(bench.services, viewer, id)).versions;
const refused = (run: Promise<unknown>) =>
  run.then(
    () => expect.fail('it was done'),
    (error: unknown) => error,
  );
const held = async () => {
  const { snapshot: _snapshot, job: _job, ...rows } = await bench.rows();
  // Full-text tables bear the numbers of their snapshots.
  return Object.fromEntries(
    Object.entries(rows).map(([table, count]) => [table.replace(/_\d+_\d+/, ''), count]),
  );
};

describe('an upload of a version that is there', () => {
  it('takes its place once it is ready; the one before is kept for a while, then goes with all that is its own', async () => {
    const first = await indexed(bench, smallTree, { ref: 'main' });
    await bench.services.answerCache.write({ shard: 0, snapshot: 1, generation: 1 }, 'digest', []);
    const second = await upload(bench, changedTree, { ref: 'main' });
    for (let part = bench.woken.shift(); part !== undefined; part = bench.woken.shift()) {
      const served = await resolveSnapshot(bench.services, viewer, { id: first.id, version: 'main' });
      expect(served.snapshot.id).toBe(first.snapshotId);
      await attempt(bench, part);
    }
    expect(await versions(first.id)).toMatchObject([
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
      await refused(resolveSnapshot(bench.services, viewer, { id: first.id, version: first.snapshotId })),
    ).toMatchObject({
      code: 'version_not_found',
      message: expect.stringContaining(`What "main" is now is the version ${second.snapshotId}`),
      details: { available: [{ version: second.snapshotId }] },
    });
    const kept = await held();
    bench = await openWorkbench();
    await indexed(bench, changedTree, { ref: 'main' });
    expect(kept).toEqual(await held());
  });

  it('that fails leaves what answers, is told beside it, and goes with the next that is ready', async () => {
    const { id, snapshotId } = await indexed(bench, smallTree, { ref: 'main' });
    const failed = await indexed(bench, { 'a.bin': '\0' }, { ref: 'main' });
    expect(await versions(id)).toMatchObject([
      { snapshot: { id: snapshotId }, next: { id: failed.snapshotId, status: 'failed' } },
    ]);
    bench.clock.advance(48 * hour);
    await sweepVersions(bench.services);
    await cleanUpNow(bench.services);
    expect(await versions(id)).toHaveLength(1);
    const third = await indexed(bench, smallTree, { ref: 'main' });
    bench.clock.advance(24 * hour);
    await sweepVersions(bench.services);
    await cleanUpNow(bench.services);
    expect((await listVersions(bench.services, viewer, id)).snapshots.map((one) => one.id)).toEqual([
      third.snapshotId,
    ]);
  });

  it('leaves other versions, and their shares, as they are', async () => {
    const { id } = await indexed(bench, smallTree, { ref: 'v1' });
    await indexed(bench, smallTree, { ref: 'main' });
    await indexed(bench, changedTree, { ref: 'main' });
    bench.clock.advance(24 * hour);
    await sweepVersions(bench.services);
    await cleanUpNow(bench.services);
    expect((await versions(id)).map(({ ref }) => ref)).toEqual(['main', 'v1']);
    const { key } = await resolveSnapshot(bench.services, viewer, { id, version: 'v1' });
    expect((await bench.services.chunkStore.readFile(key, 'src/b.py'))?.text).toBe(smallTree['src/b.py']);
  });

  it('is refused within the time the settings say, with the time it is allowed', async () => {
    bench = await openWorkbench(({ settings }) => ({
      settings: { ...settings, versions: { ...settings.versions, refreshEveryMs: 24 * hour } },
    }));
    const { id } = await indexed(bench, smallTree, { ref: 'main' });
    const allowedAt = new Date(bench.clock.now() + 24 * hour).toISOString();
    bench.clock.advance(hour);
    await indexed(bench, smallTree, { ref: 'v1' });
    expect(await refused(upload(bench, changedTree, { ref: 'main' }))).toMatchObject({
      code: 'refresh_too_soon',
      status: 429,
      details: { allowedAt: expect.any(String) },
    });
    const snapshots = await bench.services.catalog.listSnapshots([id]);
    const at = refreshAllowedAt(bench.services, snapshots, 'main') ?? 0;
    expect(at).toBeLessThanOrEqual(Date.parse(allowedAt) + 60_000);
    bench.clock.advance(24 * hour);
    expect(refreshAllowedAt(bench.services, snapshots, 'main')).toBeUndefined();
    await indexed(bench, changedTree, { ref: 'main' });
  });
});

describe('a version', () => {
  it('is told in numbers: what it shares with others, and what is its own', async () => {
    const { id } = await indexed(bench, smallTree, { ref: 'v1' });
    const alone = await viewVersion(bench.services, viewer, { id, version: 'v1' });
    expect(alone.chunks.shared + alone.embeddings.shared + alone.bytes.shared).toBe(0);
    await indexed(bench, changedTree, { ref: 'v2' });
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

  it('is removed with what is its own alone, and said to be gone', async () => {
    const { id } = await indexed(bench, smallTree, { ref: 'v1' });
    const before = await held();
    const second = await indexed(bench, changedTree, { ref: 'v2' });
    expect(await removeVersion(bench.services, viewer, { id, version: 'v2' })).toEqual({
      removed: [second.snapshotId],
    });
    await cleanUpNow(bench.services);
    expect(await held()).toEqual(before);
    expect(await refused(resolveSnapshot(bench.services, viewer, { id, version: 'v2' }))).toMatchObject({
      code: 'version_not_found',
      details: { removedAt: expect.any(String) },
    });
  });

  it('stays when it is the last that is ready, whatever else is on its way', async () => {
    const { id } = await indexed(bench, smallTree, { ref: 'v1' });
    const remove = (version: string) => removeVersion(bench.services, viewer, { id, version });
    expect(await refused(remove('v1'))).toMatchObject({ code: 'last_version' });
    await upload(bench, changedTree, { ref: 'v2' });
    expect(await refused(remove('v1'))).toMatchObject({ code: 'last_version' });
    expect(await remove('v2')).toMatchObject({ removed: [expect.any(String)] });
    expect(await refused(remove('v3'))).toMatchObject({ code: 'version_not_found' });
  });
});

it('of two versions removed at once one stays', async () => {
  const { id } = await indexed(bench, smallTree, { ref: 'v1' });
  await indexed(bench, changedTree, { ref: 'v2' });
  const { services } = bench;
  const waiting: (() => void)[] = [];
  // Both have looked at what there is before either of them hides anything.
  const readRepository: typeof services.catalog.readRepository = async (...of) => {
    const found = await services.catalog.readRepository(...of);
    await new Promise<void>((done) => {
      waiting.push(done);
      if (waiting.length === 2) for (const each of waiting) each();
    });
    return found;
  };
  const slow = { ...services, catalog: { ...services.catalog, readRepository } };
  const done = await Promise.allSettled(
    ['v1', 'v2'].map((version) => removeVersion(slow, viewer, { id, version })),
  );
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(done.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'last_version' },
  });
  expect(await versions(id)).toHaveLength(1);
});

it('a repository nobody reads for long is dropped; what is read or popular stays', async () => {
  const days = 24 * hour;
  bench = await openWorkbench(({ settings }) => ({
    settings: {
      ...settings,
      popular: ['kept'],
      versions: { ...settings.versions, expireAfterMs: 14 * days },
    },
  }));
  const read = await indexed(bench, smallTree, { name: 'read' });
  const kept = await indexed(bench, smallTree, { name: 'kept' });
  const source = { kind: 'github', owner: 'acme', name: 'kept', hostId: '7' } as const;
  await bench.services.catalog.renameHosted(kept.id, 'kept', source);
  await indexed(bench, smallTree, { name: 'left' });
  bench.clock.advance(10 * days);
  await resolveSnapshot(bench.services, viewer, { id: read.id, version: undefined });
  bench.clock.advance(5 * days);
  await expireUnused(bench.services);
  const names = (await bench.services.catalog.listRepositories(viewer)).map(({ name }) => name);
  expect(names.toSorted()).toEqual(['kept', 'read']);
});
