/** Removes a repository and everything of it. Hidden first, forgotten last: cut off between, it is taken up again. */

import { AppError } from '../core/errors.ts';
import type { Repository } from '../core/repository.ts';
import type { Viewer } from '../core/viewer.ts';
import { cleanUpJob } from './part.ts';
import type { Services } from './services.ts';

/** @throws AppError `repository_not_found` */
export async function removeRepository(services: Services, viewer: Viewer, id: string): Promise<void> {
  const repository = await services.catalog.getRepository(viewer, id);
  // What is public may be read by everyone and removed by its owner alone.
  if (repository?.owner !== viewer.id)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
  await services.catalog.hideRepository(id);
  await forgetRepository(services, repository);
}

/** Finishes removals that were cut off. One that fails keeps no other from being tried. */
export async function finishRemovals(services: Services): Promise<void> {
  const removed = await services.catalog.listRemoved();
  const tried = await Promise.allSettled(removed.map((repository) => forgetRepository(services, repository)));
  for (const one of tried) if (one.status === 'rejected') throw one.reason;
}

async function forgetRepository(
  services: Services,
  repository: Pick<Repository, 'id' | 'shard'>,
): Promise<void> {
  // First: what still answers would keep its answer beside an index that is gone.
  for (const { viewer, ...key } of await services.catalog.listConversations(repository.id))
    await services.conversations.remove({ ...key, viewer: { id: viewer } });
  const snapshots = await services.catalog.listSnapshots([repository.id]);
  for (const snapshot of snapshots) {
    const job = await services.catalog.latestJob(snapshot.number);
    if (job !== undefined) {
      await services.catalog.cancel(job);
      await cleanUpJob(services, job);
    }
    const removed = { shard: repository.shard, snapshot: snapshot.number, generation: undefined };
    await services.textIndex.remove(removed);
    await services.answerCache.remove(removed);
    await services.vectorIndex.remove({ ...removed, repository: repository.id });
    await services.historyStore.remove({ ...removed, repository: repository.id });
    await services.graphStore.remove(removed);
    await services.chunkStore.remove(removed);
  }
  await services.catalog.forgetRepository(repository.id);
}
