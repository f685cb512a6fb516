/** An upload becomes a snapshot and a job, or leaves nothing. */
import { beforeEach, describe, expect, it } from 'vitest';
import { openModeViewer as viewer } from '../../../worker/core/viewer.ts';
import { abandonUpload, addRepository, type Upload } from '../../../worker/flows/add-repository.ts';
import { chunked, toStream } from '../../support/bytes.ts';
import { upload } from '../../support/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../support/services.ts';

let bench: Workbench;
const watched: { id: string; shard: number }[] = [];
beforeEach(async () => {
  watched.length = 0;
  bench = await openWorkbench(({ jobQueue, settings }) => ({
    jobQueue: { ...jobQueue, watch: (job) => Promise.resolve(void watched.push(job)) },
    settings: { ...settings, limits: { ...settings.limits, maxUploadBytes: 2_000 } },
  }));
});

const archive = (body: ReadableStream<Uint8Array>): Upload => ({
  name: 'acme/tool',
  ref: 'main',
  commit: 'c0ffee',
  subdirectory: 'src',
  format: 'zip',
  body,
});

describe('an upload', () => {
  it('is stored, written down, watched and woken', async () => {
    const added = await addRepository(bench.services, viewer, archive(toStream(chunked('bytes'))));
    expect(added.status).toBe('queued');
    const [part] = bench.woken;
    const job = await bench.services.catalog.getJob(part?.job ?? '');
    expect(job).toMatchObject({ repositoryId: added.id, stage: 'fetch', state: 'running' });
    expect(await bench.services.catalog.getSnapshot(job?.snapshotNumber ?? 0)).toMatchObject({
      id: added.snapshotId,
      ref: 'main',
      commit: 'c0ffee',
      subdirectory: 'src',
    });
    expect(watched.length).toBeGreaterThan(0);
    for (const one of watched) expect(one).toEqual({ id: job?.id, shard: 0 });
    const claimed = await bench.services.jobParts.claim(part ?? expect.fail('nothing was woken'));
    expect(claimed?.input).toEqual({ archive: `jobs/${job?.id}/archive`, format: 'zip' });
    expect(await bench.services.blobStore.get(`jobs/${job?.id}/archive`)).toEqual(
      new TextEncoder().encode('bytes'),
    );
  });

  it('under a name that is known makes a snapshot of the same repository', async () => {
    const [first, second] = [await upload(bench, { a: 'a' }), await upload(bench, { a: 'b' })];
    expect(second.id).toBe(first.id);
    expect(second.snapshotId).not.toBe(first.snapshotId);
    expect(await bench.services.catalog.listRepositories(viewer)).toHaveLength(1);
  });

  it.each([
    ['of nothing', toStream(chunked()), 'archive_invalid'],
    ['of too much', toStream(chunked('x'.repeat(1_500), 'y'.repeat(1_500))), 'upload_too_large'],
  ])('%s is refused and leaves nothing', async (_, body, code) => {
    await expect(addRepository(bench.services, viewer, archive(body))).rejects.toMatchObject({ code });
    expect(await bench.rows()).toEqual({});
    expect(bench.woken).toEqual([]);
  });

  it('that breaks off leaves nothing', async () => {
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('cut')) });
    await expect(addRepository(bench.services, viewer, archive(body))).rejects.toThrow('cut');
    expect(await bench.rows()).toEqual({});
  });

  it('cut off before its snapshot is there is invisible, and can be swept away', async () => {
    const { catalog } = bench.services;
    const services = {
      ...bench.services,
      catalog: { ...catalog, addSnapshot: () => Promise.reject(new Error('killed')) },
    };
    await expect(addRepository(services, viewer, archive(toStream(chunked('bytes'))))).rejects.toThrow(
      'killed',
    );
    expect(await catalog.listRepositories(viewer)).toEqual([]);
    const [job] = watched;
    await abandonUpload(bench.services, job ?? expect.fail('nothing was watched'));
    expect(await bench.rows()).toEqual({});
    expect(await bench.services.blobStore.get(`jobs/${job?.id}/archive`)).toBeUndefined();
  });
});
