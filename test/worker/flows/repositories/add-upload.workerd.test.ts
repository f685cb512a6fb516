/** An upload becomes a snapshot and a job, or leaves nothing. */
import { beforeEach, describe, expect, it } from 'vitest';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { addUpload, type UploadRequest } from '../../../../worker/flows/repositories/add-upload.ts';
import { removeInBackground } from '../../../../worker/flows/repositories/remove-in-background.ts';
import { concatStreams, toStream } from '../../../support/files/bytes.ts';
import { upload } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

let bench: Workbench;
const watched: { id: string; shard: number }[] = [];
beforeEach(async () => {
  watched.length = 0;
  bench = await openWorkbench(({ jobQueue, settings }) => ({
    jobQueue: { ...jobQueue, watch: (job) => Promise.resolve(void watched.push(job)) },
    settings: { ...settings, limits: { ...settings.limits, maxUploadBytes: 2_000 } },
  }));
});

const archive = (body: ReadableStream<Uint8Array>): UploadRequest => ({
  name: 'acme/tool',
  ref: 'main',
  commit: 'c0ffee',
  subdirectory: 'src',
  format: 'zip',
  body,
});

describe('an upload', () => {
  it('is stored, recorded, watched and woken', async () => {
    const added = await addUpload(bench.services, viewer, archive(toStream(concatStreams('bytes'))));
    expect(added.status).toBe('queued');
    const [part] = bench.wokenParts;
    const job = await bench.services.catalog.getJob(part?.job ?? '');
    expect(job).toMatchObject({ repositoryId: added.id, stage: 'fetch', state: 'running' });
    expect(await bench.services.catalog.getSnapshot(job?.snapshotNumber ?? 0)).toMatchObject({
      id: added.snapshotId,
      ref: 'main',
      commit: 'c0ffee',
      subdirectory: 'src',
    });
    expect(watched.length).toBeGreaterThan(0);
    for (const watchedJob of watched) expect(watchedJob).toEqual({ id: job?.id, shard: 0 });
    const claimed = await bench.services.jobParts.claim(part ?? expect.fail('nothing was woken'));
    expect(claimed?.input).toEqual({ archive: `jobs/${job?.id}/archive`, format: 'zip' });
    expect(await bench.services.blobStore.get(`jobs/${job?.id}/archive`)).toEqual(
      new TextEncoder().encode('bytes'),
    );
  });

  it('under a known name adds a snapshot to the same repository', async () => {
    const [first, second] = [await upload(bench, { a: 'a' }), await upload(bench, { a: 'b' })];
    expect(second.id).toBe(first.id);
    expect(second.snapshotId).not.toBe(first.snapshotId);
    expect(await bench.services.catalog.listRepositories(viewer)).toHaveLength(1);
  });

  it.each([
    ['without content', toStream(concatStreams()), 'archive_invalid'],
    ['that is too large', toStream(concatStreams('x'.repeat(1_500), 'y'.repeat(1_500))), 'upload_too_large'],
  ])('%s is rejected and leaves nothing', async (_, body, code) => {
    await expect(addUpload(bench.services, viewer, archive(body))).rejects.toMatchObject({ code });
    expect(await bench.rows()).toEqual({});
    expect(bench.wokenParts).toEqual([]);
  });

  it('that is interrupted leaves nothing and is not watched', async () => {
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('cut')) });
    await expect(addUpload(bench.services, viewer, archive(body))).rejects.toThrow('cut');
    expect(await bench.rows()).toEqual({});
    expect(watched).toEqual([]);
  });

  it('whose snapshot cannot be added leaves nothing', async () => {
    const { catalog } = bench.services;
    const services = {
      ...bench.services,
      catalog: { ...catalog, addSnapshot: () => Promise.reject(new Error('the catalog is away')) },
    };
    const added = addUpload(services, viewer, archive(toStream(concatStreams('bytes'))));
    await expect(added).rejects.toThrow('the catalog is away');
    expect(await catalog.listRepositories(viewer)).toEqual([]);
    expect(await bench.rows()).toEqual({});
    expect(await bench.services.blobStore.get(`jobs/${watched[0]?.id}/archive`)).toBeUndefined();
  });

  it('interrupted by a crash is removed after its lease has expired, and not before', async () => {
    const aborted: string[] = [];
    const { blobStore, uploads, clock } = bench.services;
    const services = {
      ...bench.services,
      blobStore: {
        ...blobStore,
        abortStream: (key: string, upload: string) => Promise.resolve(void aborted.push(`${key} ${upload}`)),
      },
    };
    const job = clock.newId();
    await uploads.begin({ job, shard: 0 });
    await uploads.recordBlob(job, { key: `jobs/${job}/archive`, upload: 'seven' });
    await blobStore.put(`jobs/${job}/live`, new Uint8Array(1));
    expect(await removeInBackground(services)).toEqual({ nextMs: uploads.leaseMs, failures: [] });
    expect(await bench.rows()).toEqual({ upload: 1 });
    bench.clock.advance(uploads.leaseMs + 1);
    expect(await removeInBackground(services)).toEqual({ nextMs: undefined, failures: [] });
    expect(aborted).toEqual([`jobs/${job}/archive seven`]);
    expect(await bench.rows()).toEqual({});
    expect(await blobStore.get(`jobs/${job}/live`)).toBeUndefined();
  });

  it('interrupted by a crash is removed at once if its lease dates from before the clock was set back', async () => {
    const { uploads } = bench.services;
    await uploads.begin({ job: 'early', shard: 0 });
    bench.clock.advance(-86_400_000);
    expect(await removeInBackground(bench.services)).toEqual({ nextMs: undefined, failures: [] });
    expect(await bench.rows()).toEqual({});
  });

  it('that was interrupted after its job was added stays with the job', async () => {
    const { id, jobId } = await upload(bench, { a: 'a' });
    await bench.services.uploads.begin({ job: jobId, shard: 0 });
    bench.clock.advance(86_400_000);
    await removeInBackground(bench.services);
    expect(await bench.services.blobStore.get(`jobs/${jobId}/archive`)).toBeDefined();
    expect(await bench.services.catalog.getRepository(viewer, id)).toBeDefined();
    expect(await bench.rows()).not.toHaveProperty('upload');
  });
});
