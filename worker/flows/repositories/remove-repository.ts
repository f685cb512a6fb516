/** Removes a repository and everything in it: hidden at once, emptied in the background. */

import { AppError } from '../../core/errors.ts';
import type { Repository } from '../../core/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import { yieldToRequests } from '../../core/yield-to-requests.ts';
import { hide } from './hide.ts';
import { removeSnapshot } from './remove-snapshot.ts';
import type { Services } from '../services.ts';

/** @throws AppError `repository_not_found` */
export async function removeRepository(services: Services, viewer: Viewer, id: string): Promise<void> {
  const repository = await services.catalog.getRepository(viewer, id);
  // Everyone may read what is public; only its owner may remove it.
  if (repository?.owner !== viewer.id)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
  await hide(services, () => services.catalog.hideRepository(id));
}

/**
 * What one round removes of all repositories together: an invocation may make a thousand calls. A conversation is one call; a snapshot takes some
 * twenty, and one more for every thousand rows.
 */
const mostInRound = { conversations: 300, snapshots: 10 } as const;
/** Conversations whose notes are forgotten in one write. Other requests have their turn after each conversation. */
const conversationsAtOnce = 20;

type Removed = Pick<Repository, 'id' | 'shard'>;
/** What may still be removed in this round. */
type Left = Record<keyof typeof mostInRound, number>;

/**
 * Empties hidden repositories. One that fails keeps no other from being tried.
 * @returns whether some are left, for another round
 */
export async function finishRemovals(services: Services): Promise<boolean> {
  let isAnyLeft = false;
  const left: Left = { ...mostInRound };
  const failures: unknown[] = [];
  for (const repository of await services.catalog.listRemoved())
    try {
      const isRemoved =
        (await removeConversations(services, repository, left)) &&
        (await removeRest(services, repository, left));
      if (!isRemoved) isAnyLeft = true;
    } catch (thrown) {
      failures.push(thrown);
    }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
  return isAnyLeft;
}

/** First of all: a conversation that still answers would store its answer beside an index that is gone. @returns whether all are removed */
async function removeConversations(
  { catalog, conversations }: Services,
  { id }: Removed,
  left: Left,
): Promise<boolean> {
  while (left.conversations > 0) {
    const some = await catalog.listConversations(id, conversationsAtOnce);
    if (some.length === 0) return true;
    for (const { viewer, ...key } of some) {
      await conversations.removeHidden({ ...key, viewer: { id: viewer } });
      await yieldToRequests();
    }
    await catalog.forgetConversations(some);
    left.conversations -= some.length;
  }
  return false;
}

/** @returns whether all of it is removed */
async function removeRest(services: Services, { id, shard }: Removed, left: Left): Promise<boolean> {
  const { catalog } = services;
  const snapshots = await catalog.listSnapshots([id]);
  const leaving = (await catalog.listLeaving()).filter((one) => one.repositoryId === id);
  const numbers = [...new Set([...snapshots, ...leaving].map(({ number }) => number))];
  for (const number of numbers) {
    if (left.snapshots === 0) return false;
    await removeSnapshot(services, { number, repositoryId: id, shard });
    // The next round does not find it again.
    await catalog.hideSnapshots([number]);
    await catalog.emptied(number);
    left.snapshots -= 1;
  }
  // Also what is left of a version that is not listed any more.
  await services.historyStore.removeRepository({ shard, repository: id });
  await services.discussionStore.removeRepository({ shard, repository: id });
  await catalog.forgetRepository(id);
  return true;
}
