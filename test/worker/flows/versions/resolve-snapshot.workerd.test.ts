/** A request resolves to one snapshot, or to an error that states why there is none. */
import { beforeEach, describe, expect, it } from 'vitest';
import { actFor, openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { resolveSnapshot } from '../../../../worker/flows/versions/resolve-snapshot.ts';
import {
  addQueuedSnapshot,
  addReadySnapshot,
  type AddedSnapshot,
} from '../../../support/workbench/add-snapshot.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const files = [{ path: 'a.py', text: 'x = 1\n' }];
const first = { ref: 'v1', commit: '1111111aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' };
const second = { ref: 'main', commit: '2222222bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb' };
const failure = {
  code: 'archive_invalid',
  message: 'The archive is cut off.',
  fix: 'Make it again.',
  details: {},
};

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
});
const resolve = async (id: string, version?: string) =>
  (await resolveSnapshot(bench.services, viewer, { id, version })).snapshot.id;
const catchError = (id: string, version?: string) =>
  resolveSnapshot(bench.services, viewer, { id, version }).then(
    () => expect.fail('the snapshot was found'),
    (error: unknown) => error,
  );

describe('a repository with two versions', () => {
  let [one, two]: AddedSnapshot[] = [];
  beforeEach(async () => {
    one = await addReadySnapshot(bench, { files }, first);
    two = await addReadySnapshot(bench, { files }, second);
  });

  it('resolves to its newest snapshot, pinned to one generation', async () => {
    const found = await resolveSnapshot(bench.services, viewer, { id: one?.id ?? '', version: undefined });
    expect(found.snapshot.id).toBe(two?.snapshotId);
    expect(found.key).toEqual(two?.key);
  });

  it('resolves a version by its id, its ref, its commit or the beginning of the commit', async () => {
    const id = one?.id ?? '';
    for (const version of [one?.snapshotId, 'v1', first.commit, '1111111'])
      expect(await resolve(id, version)).toBe(one?.snapshotId);
    expect(await resolve(id, 'main')).toBe(two?.snapshotId);
  });

  it.each([['v2'], ['111111'], ['1111112'], [''], ['V1'], ['%'], ['__proto__']])(
    'rejects %j and lists the available versions',
    async (version) => {
      expect(await catchError(one?.id ?? '', version)).toMatchObject({
        code: 'version_not_found',
        message: `Version ${JSON.stringify(version)} is not indexed.`,
        details: {
          available: [
            { version: two?.snapshotId, ref: 'main', commit: second.commit, status: 'ready' },
            { version: one?.snapshotId, ref: 'v1', commit: first.commit, status: 'ready' },
          ],
        },
      });
    },
  );

  it('resolves to the newest ready snapshot while a newer snapshot is being indexed, and after it has failed', async () => {
    const third = await addQueuedSnapshot(bench, { ref: 'main' });
    expect(await resolve(third.id)).toBe(two?.snapshotId);
    expect(await resolve(third.id, 'main')).toBe(two?.snapshotId);
    expect(await catchError(third.id, third.snapshotId)).toMatchObject({ code: 'not_ready' });
    const job = await bench.services.catalog.getJob(third.jobId);
    await bench.services.catalog.fail(job ?? expect.fail('no job'), failure, {
      progress: {},
      resumableUntil: undefined,
    });
    expect(await resolve(third.id)).toBe(two?.snapshotId);
    expect(await catchError(third.id, third.snapshotId)).toMatchObject({ code: 'indexing_failed' });
  });
});

describe('a repository that is not ready', () => {
  it('reports its status', async () => {
    const { id, jobId } = await addQueuedSnapshot(bench);
    expect(await catchError(id)).toMatchObject({ code: 'not_ready', details: { status: 'queued' } });
    const job = await bench.services.catalog.getJob(jobId);
    await bench.services.catalog.setStage(job ?? expect.fail('no job'), 'parse', 'parsing');
    expect(await catchError(id)).toMatchObject({
      message: 'Its status is parsing.',
      details: { status: 'parsing' },
    });
  });

  it('reports why it failed, and what to do', async () => {
    const { id, jobId } = await addQueuedSnapshot(bench);
    const job = await bench.services.catalog.getJob(jobId);
    await bench.services.catalog.fail(job ?? expect.fail('no job'), failure, {
      progress: {},
      resumableUntil: undefined,
    });
    expect(await catchError(id)).toMatchObject({
      code: 'indexing_failed',
      message: 'The archive is cut off. Make it again.',
      details: { status: 'failed', code: 'archive_invalid' },
    });
  });
});

describe('a repository that the viewer may not see', () => {
  it.each([
    ['it does not exist', async () => 'nobody'],
    [
      'it belongs to another user',
      async () => (await addReadySnapshot(bench, { files }, { viewer: actFor({ id: 'ben' }) })).id,
    ],
    [
      'it is being removed',
      async () => {
        const { id } = await addReadySnapshot(bench, { files });
        await bench.services.catalog.hideRepository(id);
        return id;
      },
    ],
  ])('is not found if %s', async (_, make) => {
    expect(await catchError(await make())).toMatchObject({ code: 'repository_not_found' });
  });
});
