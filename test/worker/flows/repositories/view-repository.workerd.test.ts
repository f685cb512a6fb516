/** A repository as a person follows it: where its job is, how far, and what it serves meanwhile. */
import { describe, expect, it } from 'vitest';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { listRepositories, viewRepository } from '../../../../worker/flows/repositories/view-repository.ts';
import { attempt, indexed, smallTree, upload } from '../../../support/run-jobs.ts';
import { readySnapshot } from '../../../support/ready-snapshot.ts';
import { openWorkbench } from '../../../support/services.ts';

describe('while a job runs', () => {
  it('says its stage, its parts and counts that only grow, and less than all until it is ready', async () => {
    const bench = await openWorkbench();
    const { id, snapshotId } = await upload(bench, smallTree);
    const view = () => viewRepository(bench.services, viewer, id);
    expect(await view()).toMatchObject({
      stage: 'queued',
      percent: 0,
      snapshot: { status: 'queued' },
      served: undefined,
    });
    const seen: string[] = [];
    let [percent, files, rows] = [0, 0, 0];
    for (let part = bench.woken.shift(); part !== undefined; part = bench.woken.shift()) {
      bench.clock.advance(500);
      await attempt(bench, part);
      const now = await view();
      if (now.snapshot.status === 'ready') break;
      seen.push(now.stage);
      expect(now.percent).toBeGreaterThanOrEqual(percent);
      expect(now.percent).toBeLessThan(100);
      expect(now.counts.files).toBeGreaterThanOrEqual(files);
      expect(now.rowsWritten).toBeGreaterThanOrEqual(rows);
      for (const { done, total } of Object.values(now.progress)) expect(done).toBeLessThanOrEqual(total);
      [percent, files, rows] = [now.percent, now.counts.files, now.rowsWritten];
    }
    expect([...new Set(seen)]).toEqual(['parse', 'link', 'rank', 'embed', 'index', 'publish']);
    expect(await view()).toMatchObject({
      percent: 100,
      stage: 'publish',
      counts: { files: 5, lines: 203 },
      snapshot: { id: snapshotId, status: 'ready' },
      served: { id: snapshotId },
      secondsLeft: undefined,
    });
  });

  it('goes on telling what is served', async () => {
    const bench = await openWorkbench();
    const first = await indexed(bench, smallTree);
    const second = await upload(bench, { 'a.py': 'x = 1\n' });
    const view = await viewRepository(bench.services, viewer, first.id);
    expect(view.snapshot.id).toBe(second.snapshotId);
    expect(view.served?.id).toBe(first.snapshotId);
  });
});

it('says why a job failed, and at which stage', async () => {
  const bench = await openWorkbench();
  const { id } = await indexed(bench, { 'a.png': '\u0000' });
  expect(await viewRepository(bench.services, viewer, id)).toMatchObject({
    stage: 'fetch',
    percent: 0,
    error: { code: 'archive_empty' },
    served: undefined,
  });
});

it('is of what the viewer may read alone', async () => {
  const bench = await openWorkbench();
  const { id } = await indexed(bench, smallTree);
  expect(await listRepositories(bench.services, { id: 'ben' })).toEqual([]);
  await expect(viewRepository(bench.services, { id: 'ben' }, id)).rejects.toMatchObject({
    code: 'repository_not_found',
  });
  expect(await listRepositories(bench.services, viewer)).toMatchObject([{ repository: { id } }]);
});

it('is popular where the deployment names it', async () => {
  const bench = await openWorkbench(({ settings }) => ({
    settings: { ...settings, popular: ['acme/tool', 'acme/other'] },
  }));
  const { id } = await indexed(bench, smallTree);
  expect(await viewRepository(bench.services, viewer, id), 'an upload').toMatchObject({ popular: false });
  const source = { kind: 'github', owner: 'acme', name: 'tool', hostId: '7' } as const;
  await bench.services.catalog.renameHosted(id, 'acme/tool', source);
  await indexed(bench, smallTree, { name: 'acme/tools' });
  expect(await viewRepository(bench.services, viewer, id)).toMatchObject({ popular: true });
  const listed = await listRepositories(bench.services, viewer);
  expect(listed.map((one) => [one.repository.name, one.popular])).toEqual(
    expect.arrayContaining([
      ['acme/tool', true],
      ['acme/tools', false],
    ]),
  );
});

it('is not popular for its name alone: a private one of somebody else is his', async () => {
  const bench = await openWorkbench(({ settings }) => ({
    settings: { ...settings, popular: ['acme/tool'] },
  }));
  const ben = { id: 'ben' };
  const { id } = await readySnapshot(bench, { files: [] }, { viewer: ben });
  expect(await viewRepository(bench.services, ben, id)).toMatchObject({
    repository: { name: 'acme/tool', owner: 'ben' },
    popular: false,
  });
});
