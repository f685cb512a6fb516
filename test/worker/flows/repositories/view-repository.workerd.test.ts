/** The view of a repository: the stage and progress of its job, and the snapshot that is served in the meantime. */
import { describe, expect, it } from 'vitest';
import { actFor, openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { viewRepositories, viewRepository } from '../../../../worker/flows/repositories/view-repository.ts';
import { deliver, uploadAndIndex, smallTree, upload } from '../../../support/workbench/run-jobs.ts';
import { addReadySnapshot } from '../../../support/workbench/add-snapshot.ts';
import { openWorkbench } from '../../../support/workbench/workbench.ts';

describe('the view while a job runs', () => {
  it('contains its stage, its parts, growing counts, and less than 100 percent until it is ready', async () => {
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
    for (let part = bench.wokenParts.shift(); part !== undefined; part = bench.wokenParts.shift()) {
      bench.clock.advance(500);
      await deliver(bench, part);
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

  it('still contains the served snapshot', async () => {
    const bench = await openWorkbench();
    const first = await uploadAndIndex(bench, smallTree);
    const second = await upload(bench, { 'a.py': 'x = 1\n' });
    const view = await viewRepository(bench.services, viewer, first.id);
    expect(view.snapshot.id).toBe(second.snapshotId);
    expect(view.served?.id).toBe(first.snapshotId);
  });
});

it('returns the stage at which a job failed, and the reason', async () => {
  const bench = await openWorkbench();
  const { id } = await uploadAndIndex(bench, { 'a.png': '\u0000' });
  expect(await viewRepository(bench.services, viewer, id)).toMatchObject({
    stage: 'fetch',
    percent: 0,
    error: { code: 'archive_empty' },
    served: undefined,
  });
});

it('lists only repositories that the viewer may read', async () => {
  const bench = await openWorkbench();
  const { id } = await uploadAndIndex(bench, smallTree);
  expect(
    await viewRepositories(
      bench.services,
      await bench.services.catalog.listRepositories(actFor({ id: 'ben' })),
    ),
  ).toEqual([]);
  await expect(viewRepository(bench.services, actFor({ id: 'ben' }), id)).rejects.toMatchObject({
    code: 'repository_not_found',
  });
  expect(
    await viewRepositories(bench.services, await bench.services.catalog.listRepositories(viewer)),
  ).toMatchObject([{ repository: { id } }]);
});

it('marks a repository as popular if the deployment lists it', async () => {
  const bench = await openWorkbench(({ settings }) => ({
    settings: { ...settings, popular: ['acme/tool', 'acme/other'] },
  }));
  const { id } = await uploadAndIndex(bench, smallTree);
  expect(await viewRepository(bench.services, viewer, id), 'an upload').toMatchObject({ popular: false });
  const source = { kind: 'github', owner: 'acme', name: 'tool', hostId: '7' } as const;
  await bench.services.catalog.renameHosted(id, 'acme/tool', source);
  await uploadAndIndex(bench, smallTree, { name: 'acme/tools' });
  expect(await viewRepository(bench.services, viewer, id)).toMatchObject({ popular: true });
  const listed = await viewRepositories(
    bench.services,
    await bench.services.catalog.listRepositories(viewer),
  );
  expect(listed.map(({ repository, popular }) => [repository.name, popular])).toEqual(
    expect.arrayContaining([
      ['acme/tool', true],
      ['acme/tools', false],
    ]),
  );
});

it('does not mark another user’s repository with the name of a popular one', async () => {
  const bench = await openWorkbench(({ settings }) => ({
    settings: { ...settings, popular: ['acme/tool'] },
  }));
  const ben = actFor({ id: 'ben' });
  const { id } = await addReadySnapshot(bench, { files: [] }, { viewer: ben });
  expect(await viewRepository(bench.services, ben, id)).toMatchObject({
    repository: { name: 'acme/tool', owner: 'ben' },
    popular: false,
  });
  const source = { kind: 'github', owner: 'acme', name: 'tool', hostId: '7' } as const;
  await bench.services.catalog.renameHosted(id, 'acme/tool', source);
  await bench.services.catalog.publishRepository(id);
  expect(await viewRepository(bench.services, ben, id), 'any ref of it').toMatchObject({ popular: false });
});
