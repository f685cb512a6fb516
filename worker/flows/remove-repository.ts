/** Removes a repository and everything in it: hidden at once, emptied in the background. */

import { AppError } from '../core/errors.ts';
import type { Repository } from '../core/repository.ts';
import type { Viewer } from '../core/viewer.ts';
import { yieldToRequests } from '../core/yield-to-requests.ts';
import { hide } from './hide.ts';
import { removeSnapshot } from './remove-snapshot.ts';
import type { Services } from './services.ts';

/** @throws AppError `repository_not_found` */
export async function removeRepository(services: Services, viewer: Viewer, id: string): Promise<void> {
  const repository = await services.catalog.getRepository(viewer, id);
  // Everyone may read what is public; only its owner may remove it.
  if (repository?.owner !== viewer.id)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
  await hide(services, () => services.catalog.hideRepository(id));
}

/** Conversations removed in one round: each is a call, and an invocation may make a thousand. */
const conversationsInRound = 300;
/** Conversations whose notes are forgotten in one write. Other requests have their turn after each conversation. */
const conversationsAtOnce = 20;

type Removed = Pick<Repository, 'id' | 'shard'>;

/**
 * Empties hidden repositories. One that fails keeps no other from being tried.
 * @returns whether some are left, for another round
 */
export async function finishRemovals(services: Services): Promise<boolean> {
  let isAnyLeft = false;
  const failures: unknown[] = [];
  for (const repository of await services.catalog.listRemoved())
    try {
      if (await removeConversations(services, repository)) await removeRest(services, repository);
      else isAnyLeft = true;
    } catch (thrown) {
      failures.push(thrown);
    }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
  return isAnyLeft;
}

/** First of all: a conversation that still answers would store its answer beside an index that is gone. @returns whether all are removed */
async function removeConversations({ catalog, conversations }: Services, { id }: Removed): Promise<boolean> {
  for (let removed = 0; removed < conversationsInRound; removed += conversationsAtOnce) {
    const some = await catalog.listConversations(id, conversationsAtOnce);
    if (some.length === 0) return true;
    for (const { viewer, ...key } of some) {
      await conversations.removeHidden({ ...key, viewer: { id: viewer } });
      await yieldToRequests();
    }
    await catalog.forgetConversations(some);
  }
  return false;
}

async function removeRest(services: Services, { id, shard }: Removed): Promise<void> {
  const snapshots = await services.catalog.listSnapshots([id]);
  const leaving = (await services.catalog.listLeaving()).filter((one) => one.repositoryId === id);
  const numbers = new Set([...snapshots, ...leaving].map(({ number }) => number));
  for (const number of numbers) await removeSnapshot(services, { number, repositoryId: id, shard });
  // Also what is left of a version that is not listed any more.
  await services.historyStore.removeRepository({ shard, repository: id });
  await services.discussionStore.removeRepository({ shard, repository: id });
  await services.catalog.forgetRepository(id);
}
