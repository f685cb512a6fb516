/**
 * Adds a snapshot and starts the job that indexes it. Leaves nothing half done wherever it is cut off: the job is watched before
 * anything is stored for it, and its first part is there before its snapshot is; a job whose snapshot never comes is swept away.
 */

import type { Viewer } from '../core/viewer.ts';
import type { NewSnapshot } from '../ports/catalog.ts';
import type { Services } from './services.ts';

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

/** The shard new repositories go to; with more than one index database, the least filled. */
const onlyShard = 0;

export async function startIndexing(services: Services, viewer: Viewer, wanted: Wanted): Promise<Started> {
  const { clock, catalog, jobQueue } = services;
  const stage = wanted.stage ?? 'fetch';
  const job = { id: clock.newId(), shard: wanted.shard ?? onlyShard };
  await jobQueue.watch(job);
  const input = await wanted.prepare(job);
  await services.jobParts.add(job, stage, [{ part: 0, input }]);
  const snapshotId = clock.newId();
  const added = await catalog.addSnapshot(viewer, {
    repositoryId: clock.newId(),
    snapshotId,
    jobId: job.id,
    name: wanted.name,
    ref: wanted.ref,
    commit: wanted.commit,
    subdirectory: wanted.subdirectory,
    shard: job.shard,
    hosted: wanted.hosted,
  });
  await jobQueue.watch(job);
  await jobQueue.wake([{ job: job.id, shard: job.shard, stage, part: 0 }]);
  return { id: added.repositoryId, snapshotId, status: 'queued' };
}
