/** An upload is removed when it was interrupted, and never while it is received; one that was removed ends with an error. */

import { beforeEach, expect, it } from 'vitest';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { addRepository } from '../../../../worker/flows/repositories/add-repository.ts';
import { cleanUp } from '../../../../worker/flows/repositories/remove-in-background.ts';
import { clockSlackMs } from '../../../../worker/core/clock-slack.ts';
import { openWorkbench, type Workbench } from '../../../support/services.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
});

/** Uploads an archive; `meanwhile` runs when the first half of it has been sent. */
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
  const what = { name: 'acme/tool', ref: undefined, commit: undefined, subdirectory: undefined };
  return addRepository(bench.services, viewer, { ...what, format: 'zip', body });
}

it('is left alone when the clock of its server is ahead, by up to a minute', async () => {
  const { uploads } = bench.services;
  await uploads.begin({ job: 'ahead', shard: 0 });
  for (const backMs of [1, clockSlackMs - 1]) {
    bench.clock.advance(-backMs);
    expect(await cleanUp(bench.services)).toEqual({ nextMs: uploads.leaseMs, failures: [] });
    expect(await bench.rows()).toEqual({ upload: 1 });
  }
  bench.clock.advance(-1);
  expect(await cleanUp(bench.services)).toEqual({ nextMs: undefined, failures: [] });
  expect(await bench.rows()).toEqual({});
});

it('is left alone when its lease is renewed before a clean-up takes it', async () => {
  const { uploads } = bench.services;
  await uploads.begin({ job: 'slow', shard: 0 });
  bench.clock.advance(uploads.leaseMs + 1);
  expect(await uploads.renew('slow')).toBe(true);
  expect(await uploads.takeExpired()).toEqual([]);
  expect(await uploads.renew('slow', 0)).toBe(true);
});

it('is taken by one clean-up alone, and by another when the first was killed', async () => {
  const { uploads, blobStore } = bench.services;
  await uploads.begin({ job: 'dead', shard: 0 });
  await blobStore.put('jobs/dead/archive', new Uint8Array(1));
  bench.clock.advance(uploads.leaseMs + 1);
  expect(await uploads.takeExpired()).toMatchObject([{ job: 'dead', shard: 0 }]);
  expect(await uploads.renew('dead')).toBe(false);
  // The first is killed here.
  expect(await cleanUp(bench.services)).toEqual({ nextMs: uploads.leaseMs, failures: [] });
  expect(await blobStore.get('jobs/dead/archive')).toBeDefined();
  bench.clock.advance(uploads.leaseMs + 1);
  expect(await uploads.renew('dead')).toBe(false);
  expect(await cleanUp(bench.services)).toEqual({ nextMs: undefined, failures: [] });
  expect(await blobStore.get('jobs/dead/archive')).toBeUndefined();
  expect(await bench.rows()).toEqual({});
});

it.each(['took it', 'removed it'])('fails with an error worth a retry when a clean-up %s', async (how) => {
  const { uploads } = bench.services;
  const sent = uploadWhile(async () => {
    bench.clock.advance(uploads.leaseMs + 1);
    if (how === 'took it') await uploads.takeExpired();
    else await cleanUp(bench.services);
  });
  await expect(sent).rejects.toMatchObject({ code: 'storage_unavailable', retryable: true });
  expect(await bench.rows()).toEqual({});
  expect(bench.woken).toEqual([]);
});

it('becomes a job when a clean-up finds its lease live', async () => {
  const { id } = await uploadWhile(async () => {
    bench.clock.advance(-1);
    await cleanUp(bench.services);
  });
  expect(await bench.services.catalog.getRepository(viewer, id)).toBeDefined();
  const [part] = bench.woken;
  expect(await bench.services.blobStore.get(`jobs/${part?.job}/archive`)).toBeDefined();
});
