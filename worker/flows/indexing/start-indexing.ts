/**
 * Adds a snapshot and starts the job that indexes it. A crash leaves nothing half done: an upload that ends before its snapshot is added is
 * removed, and the job's first part and its alarm are there before its snapshot is.
 */

import type { Viewer } from '../../core/viewer.ts';
import type { NewSnapshot } from '../../ports/catalog.ts';
import { receiveUpload } from './receive-upload.ts';
import type { Services } from '../services.ts';
import { leastFilledShard } from './least-filled-shard.ts';

export interface Wanted extends Pick<NewSnapshot, 'name' | 'ref' | 'commit' | 'subdirectory' | 'hosted'> {
  /** Of the repository where it is known. */
  readonly shard: number | undefined;
  /** The stage it begins with: `fetch` where left out. */
  readonly stage?: 'crawl' | 'fetch';
  /** What the first part works on; what it names is stored here, under the job's own prefix. */
  readonly prepare: (job: {
    readonly id: string;
    readonly shard: number;
  }) => Promise<Readonly<Record<string, unknown>>>;
}

export interface Started {
  readonly id: string;
  readonly snapshotId: string;
  readonly status: 'queued';
}

export async function startIndexing(services: Services, viewer: Viewer, wanted: Wanted): Promise<Started> {
  const { clock, catalog, jobParts, jobQueue } = services;
  const stage = wanted.stage ?? 'fetch';
  const snapshotId = clock.newId();
  let job = { id: clock.newId(), shard: wanted.shard ?? (await leastFilledShard(services)) };
  const added = await receiveUpload(services, { job: job.id, shard: job.shard }, async (stillReceiving) => {
    const input = await wanted.prepare(job);
    const add = async () => {
      await jobParts.add(job, stage, [{ part: 0, input }]);
      await jobQueue.watch(job);
      // Last: what it stored may have been removed while the lease could not be renewed.
      await stillReceiving();
      const { name, ref, commit, subdirectory, hosted } = wanted;
      const of = { name, ref, commit, subdirectory, hosted, shard: job.shard };
      return catalog.addSnapshot(viewer, {
        ...of,
        repositoryId: clock.newId(),
        snapshotId,
        jobId: job.id,
      });
    };
    const first = await add();
    if (first.shard === job.shard) return first;
    // Meanwhile another request has added a repository of that name, to another shard.
    await jobParts.remove(job);
    job = { ...job, shard: first.shard };
    await stillReceiving(job.shard);
    return add();
  });
  // Again: the object may have looked before the job was there, and ended.
  await jobQueue.watch(job);
  await jobQueue.wake([{ job: job.id, shard: job.shard, stage, part: 0 }]);
  return { id: added.repositoryId, snapshotId, status: 'queued' };
}
