/**
 * Adds a snapshot and starts the job that indexes it. A crash leaves no incomplete state: an upload that ends before its snapshot is added
 * is removed, and the job's first part and alarm exist before its snapshot does.
 */

import { AppError } from '../../core/errors.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { NewSnapshot } from '../../ports/catalog.ts';
import { receiveUpload } from './receive-upload.ts';
import type { Services } from '../services.ts';

interface IndexingRequest extends Pick<NewSnapshot, 'name' | 'ref' | 'commit' | 'subdirectory' | 'hosted'> {
  /** The shard of an existing repository; undefined for a new one. */
  readonly shard: number | undefined;
  /** The first stage; `fetch` by default. */
  readonly stage?: 'crawl' | 'fetch';
  /** Stores the source under the job's prefix, and returns the input of the first part, which refers to it. */
  readonly prepare: (job: {
    readonly id: string;
    readonly shard: number;
  }) => Promise<Readonly<Record<string, unknown>>>;
}

export interface StartedIndexing {
  readonly id: string;
  readonly snapshotId: string;
  readonly status: 'queued';
}

export async function startIndexing(
  services: Services,
  viewer: Viewer,
  request: IndexingRequest,
): Promise<StartedIndexing> {
  const { clock, catalog, jobParts, jobQueue } = services;
  const stage = request.stage ?? 'fetch';
  const snapshotId = clock.newId();
  let job = { id: clock.newId(), shard: request.shard ?? (await leastFilledShard(services)) };
  const added = await receiveUpload(services, { job: job.id, shard: job.shard }, async (renewLease) => {
    const input = await request.prepare(job);
    const add = async () => {
      await jobParts.add(job, stage, [{ part: 0, input }]);
      await jobQueue.watch(job);
      // The lease is renewed last: without a renewal, the stored source may have been removed.
      await renewLease();
      const { name, ref, commit, subdirectory, hosted } = request;
      return catalog.addSnapshot(viewer, {
        name,
        ref,
        commit,
        subdirectory,
        hosted,
        shard: job.shard,
        repositoryId: clock.newId(),
        snapshotId,
        jobId: job.id,
        keyId: viewer.kind === 'key' ? viewer.keyId : undefined,
      });
    };
    const first = await add();
    if (first.shard === job.shard) return first;
    // In the meantime, another request added a repository of that name to another shard.
    await jobParts.remove(job);
    job = { ...job, shard: first.shard };
    await renewLease(job.shard);
    return add();
  });
  // The job is watched again, since the alarm may have fired before the job existed, and ended.
  await jobQueue.watch(job);
  await jobQueue.wake([{ job: job.id, shard: job.shard, stage, part: 0 }]);
  return { id: added.repositoryId, snapshotId, status: 'queued' };
}

/** Each snapshot has a full-text table. A database with more tables opens slowly (decisions/indexing/2026-11-21-storage.md). */
const maxSnapshots = 1_000;
/** D1 stores 10 GB, and a chunk takes 4 to 7 kB with its terms, symbols and edges. */
const maxChunks = 1_500_000;

/** Chooses the index database of a new repository: the one with the lowest fill level. All data of a repository stays in one database. */
export async function leastFilledShard({
  shards,
  catalog,
}: Pick<Services, 'shards' | 'catalog'>): Promise<number> {
  const [first, ...others] = shards;
  if (first === undefined) throw new AppError('internal', 'No index database is bound. Bind INDEX_0.');
  if (others.length === 0) return first;
  const loads = new Map((await catalog.shardLoads()).map((load) => [load.shard, load]));
  const fillLevel = (shard: number): number => {
    const { snapshots, chunks } = loads.get(shard) ?? { snapshots: 0, chunks: 0 };
    return Math.max(snapshots / maxSnapshots, chunks / maxChunks);
  };
  return others.reduce((best, shard) => (fillLevel(shard) < fillLevel(best) ? shard : best), first);
}
