/** A repository with one snapshot that is ready, its files written straight into the stores. */

import { openModeViewer } from '../../../worker/core/viewer.ts';
import type { Viewer } from '../../../worker/core/viewer.ts';
import type { SnapshotKey } from '../../../worker/core/repositories/repository.ts';
import type { NewSnapshot } from '../../../worker/ports/catalog.ts';
import { fillSnapshot, type Filling } from './fill-snapshot.ts';
import type { Workbench } from './workbench.ts';

export interface ReadySnapshot {
  readonly id: string;
  readonly snapshotId: string;
  readonly key: SnapshotKey;
}

export async function readySnapshot(
  { services }: Workbench,
  filling: Filling,
  more: Partial<NewSnapshot> & { readonly viewer?: Viewer } = {},
): Promise<ReadySnapshot> {
  const { viewer = openModeViewer, ...own } = more;
  const added = await queuedSnapshot({ services }, own, viewer);
  await fillSnapshot(services, added.key, filling);
  const job = await services.catalog.getJob(added.jobId);
  if (job === undefined) throw new Error('there is no job');
  await services.catalog.publish(job, {
    counts: await services.chunkStore.counts(added.key),
    timings: { fetch: 100, parse: 200 },
    progress: { publish: { done: 1, total: 1 } },
    rowsWritten: 10,
  });
  return added;
}

/** One whose job has only begun. */
export async function queuedSnapshot(
  { services }: Pick<Workbench, 'services'>,
  more: Partial<NewSnapshot> = {},
  viewer = openModeViewer,
): Promise<ReadySnapshot & { readonly jobId: string }> {
  const [repositoryId, snapshotId, jobId] = [
    services.clock.newId(),
    services.clock.newId(),
    services.clock.newId(),
  ];
  const { repositoryId: id } = await services.catalog.addSnapshot(viewer, {
    repositoryId,
    snapshotId,
    jobId,
    name: 'acme/tool',
    ref: undefined,
    commit: 'c0ffee0123456789c0ffee0123456789c0ffee01',
    subdirectory: undefined,
    shard: 0,
    ...more,
  });
  const job = await services.catalog.getJob(jobId);
  return { id, snapshotId, jobId, key: { shard: 0, snapshot: job?.snapshotNumber ?? 0, generation: 1 } };
}
