/** Adds a repository with one ready snapshot by writing its files directly into the stores. */

import { openModeViewer } from '../../../worker/core/viewer.ts';
import type { Viewer } from '../../../worker/core/viewer.ts';
import type { SnapshotKey } from '../../../worker/core/repositories/repository.ts';
import type { NewSnapshot } from '../../../worker/ports/catalog.ts';
import { fillSnapshot, type SnapshotContent } from './fill-snapshot.ts';
import type { Workbench } from './workbench.ts';

export interface AddedSnapshot {
  readonly id: string;
  readonly snapshotId: string;
  readonly key: SnapshotKey;
}

export async function addReadySnapshot(
  { services }: Workbench,
  content: SnapshotContent,
  overrides: Partial<NewSnapshot> & { readonly viewer?: Viewer } = {},
): Promise<AddedSnapshot> {
  const { viewer = openModeViewer, ...snapshotOverrides } = overrides;
  const added = await addQueuedSnapshot({ services }, snapshotOverrides, viewer);
  await fillSnapshot(services, added.key, content);
  const job = await services.catalog.getJob(added.jobId);
  if (job === undefined) throw new Error('The snapshot has no job.');
  await services.catalog.publish(job, {
    counts: await services.chunkStore.counts(added.key),
    timings: { fetch: 100, parse: 200 },
    progress: { publish: { done: 1, total: 1 } },
    rowsWritten: 10,
  });
  return added;
}

/** Adds a snapshot whose job has not run yet. */
export async function addQueuedSnapshot(
  { services }: Pick<Workbench, 'services'>,
  overrides: Partial<NewSnapshot> = {},
  viewer = openModeViewer,
): Promise<AddedSnapshot & { readonly jobId: string }> {
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
    ...overrides,
  });
  const job = await services.catalog.getJob(jobId);
  return { id, snapshotId, jobId, key: { shard: 0, snapshot: job?.snapshotNumber ?? 0, generation: 1 } };
}
