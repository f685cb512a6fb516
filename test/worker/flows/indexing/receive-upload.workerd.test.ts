/** An interrupted upload is removed, but never an upload that is being received. An upload that was removed ends with an error. */

import { beforeEach, expect, it } from 'vitest';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { addUpload } from '../../../../worker/flows/repositories/add-upload.ts';
import { removeInBackground } from '../../../../worker/flows/repositories/remove-in-background.ts';
import { maxClockSkewMs } from '../../../../worker/core/time.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
});

/** Uploads an archive. `meanwhile` runs after the first half of it was sent. */
function uploadWhile(meanwhile: () => Promise<unknown>) {
  const halves = [
    () => Promise.resolve('half'),
    async () => {
      await meanwhile();
      return 'another half';
    },
  ];
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = halves.shift();
        if (next === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(await next()));
      },
    },
    { highWaterMark: 0 },
  );
  const version = { name: 'acme/tool', ref: undefined, commit: undefined, subdirectory: undefined };
  return addUpload(bench.services, viewer, { ...version, format: 'zip', body });
}

it('retains an upload if the clock of its server is up to a minute ahead', async () => {
  const { uploads } = bench.services;
  await uploads.begin({ job: 'ahead', shard: 0 });
  for (const backMs of [1, maxClockSkewMs - 1]) {
    bench.clock.advance(-backMs);
    expect(await removeInBackground(bench.services)).toEqual({ nextMs: uploads.leaseMs, failures: [] });
    expect(await bench.rows()).toEqual({ upload: 1 });
  }
  bench.clock.advance(-1);
  expect(await removeInBackground(bench.services)).toEqual({ nextMs: undefined, failures: [] });
  expect(await bench.rows()).toEqual({});
});

it('retains an upload if its lease is renewed before a clean-up claims it', async () => {
  const { uploads } = bench.services;
  await uploads.begin({ job: 'slow', shard: 0 });
  bench.clock.advance(uploads.leaseMs + 1);
  expect(await uploads.renew('slow')).toBe(true);
  expect(await uploads.takeExpired()).toEqual([]);
  expect(await uploads.renew('slow', 0)).toBe(true);
});

it('lets one clean-up claim an upload, and another if the first was killed', async () => {
  const { uploads, blobStore } = bench.services;
  await uploads.begin({ job: 'dead', shard: 0 });
  await blobStore.put('jobs/dead/archive', new Uint8Array(1));
  bench.clock.advance(uploads.leaseMs + 1);
  expect(await uploads.takeExpired()).toMatchObject([{ job: 'dead', shard: 0 }]);
  expect(await uploads.renew('dead')).toBe(false);
  // The first clean-up is killed here.
  expect(await removeInBackground(bench.services)).toEqual({ nextMs: uploads.leaseMs, failures: [] });
  expect(await blobStore.get('jobs/dead/archive')).toBeDefined();
  bench.clock.advance(uploads.leaseMs + 1);
  expect(await uploads.renew('dead')).toBe(false);
  expect(await removeInBackground(bench.services)).toEqual({ nextMs: undefined, failures: [] });
  expect(await blobStore.get('jobs/dead/archive')).toBeUndefined();
  expect(await bench.rows()).toEqual({});
});

it.each(['claimed', 'removed'])(
  'fails with a retryable error if a clean-up %s the upload',
  async (action) => {
    const { uploads } = bench.services;
    const sent = uploadWhile(async () => {
      bench.clock.advance(uploads.leaseMs + 1);
      if (action === 'claimed') await uploads.takeExpired();
      else await removeInBackground(bench.services);
    });
    await expect(sent).rejects.toMatchObject({ code: 'storage_unavailable', retryable: true });
    expect(await bench.rows()).toEqual({});
    expect(bench.wokenParts).toEqual([]);
  },
);

it('turns an upload into a job if a clean-up finds its lease valid', async () => {
  const { id } = await uploadWhile(async () => {
    bench.clock.advance(-1);
    await removeInBackground(bench.services);
  });
  expect(await bench.services.catalog.getRepository(viewer, id)).toBeDefined();
  const [part] = bench.wokenParts;
  expect(await bench.services.blobStore.get(`jobs/${part?.job}/archive`)).toBeDefined();
});
