/** Removes a repository and everything of it. Hidden first, forgotten last: cut off between, it is taken up again. */

import { AppError } from '../core/errors.ts';
import type { Repository } from '../core/repository.ts';
import type { Viewer } from '../core/viewer.ts';
import { removeSnapshot } from './remove-snapshot.ts';
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
  const leaving = (await services.catalog.listLeaving()).filter((one) => one.repositoryId === repository.id);
  const numbers = new Set([...snapshots, ...leaving].map(({ number }) => number));
  for (const number of numbers)
    await removeSnapshot(services, { number, repositoryId: repository.id, shard: repository.shard });
  // Also what was left of a version that is not listed any more.
  await services.historyStore.removeRepository({ shard: repository.shard, repository: repository.id });
  await services.discussionStore.removeRepository({ shard: repository.shard, repository: repository.id });
  await services.catalog.forgetRepository(repository.id);
}
