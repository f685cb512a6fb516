/**
 * Removes in the background what nobody can read any more: repositories, versions, and what interrupted uploads stored. Every step is small
 * and safe to repeat. The alarm of one object calls this until nothing is left, also after a crash.
 */

import { abandonExpiredUploads } from '../indexing/receive-upload.ts';
import type { Services } from '../services.ts';
import type { Repository } from '../../core/repositories/repository.ts';
import { yieldToRequests } from '../../core/time.ts';
import { removeSnapshot } from './remove-snapshot.ts';

/** Wait after a failed step. */
const retryAfterMs = 15_000;

interface RemovalRound {
  /** Milliseconds until the next round; undefined when nothing is left. */
  readonly nextMs: number | undefined;
  /** Errors, for the log; the next round tries again. */
  readonly failures: readonly unknown[];
}

/** Runs one round. A step that fails does not stop the others. */
export async function removeInBackground(services: Services): Promise<RemovalRound> {
  const failures: unknown[] = [];
  const attempt = async <Result>(
    step: (services: Services) => Promise<Result>,
  ): Promise<Result | undefined> => step(services).catch((thrown: unknown) => void failures.push(thrown));
  const uploadsMs = await attempt(abandonExpiredUploads);
  const isRepositoryLeft = await attempt(removeHiddenRepositories);
  await attempt(removeHiddenSnapshots);
  if (isRepositoryLeft === true) return { nextMs: 0, failures };
  const waits = [uploadsMs, failures.length > 0 ? retryAfterMs : undefined];
  const due = waits.filter((ms) => ms !== undefined);
  return { nextMs: due.length === 0 ? undefined : Math.min(...due), failures };
}

/** Removes hidden snapshots, one after another. A failure of one does not stop the others. */
async function removeHiddenSnapshots(services: Services): Promise<void> {
  const failures: unknown[] = [];
  for (const leaving of await services.catalog.listHiddenSnapshots())
    try {
      await removeSnapshot(services, leaving);
      await services.catalog.markEmptied(leaving.number);
    } catch (thrown) {
      failures.push(thrown);
    }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}

/**
 * What one round may remove across all repositories: an invocation may make a thousand calls. A conversation takes one call; a snapshot
 * takes about twenty, plus one per thousand rows.
 */
const maxPerRound = { conversations: 300, snapshots: 10 } as const;
/** Conversations removed from the catalog in one write. Other requests run after each conversation. */
const conversationsAtOnce = 20;

type Removed = Pick<Repository, 'id' | 'shard'>;
/** What this round may still remove. */
type Remaining = Record<keyof typeof maxPerRound, number>;

/**
 * Removes hidden repositories. A failure of one does not stop the others.
 * @returns whether some are left for another round
 */
async function removeHiddenRepositories(services: Services): Promise<boolean> {
  let isAnyLeft = false;
  const left: Remaining = { ...maxPerRound };
  const failures: unknown[] = [];
  for (const repository of await services.catalog.listRemoved())
    try {
      const isRemoved =
        (await removeConversations(services, repository, left)) &&
        (await removeRepositoryData(services, repository, left));
      if (!isRemoved) isAnyLeft = true;
    } catch (thrown) {
      failures.push(thrown);
    }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
  return isAnyLeft;
}

/** Runs first: a conversation that is still answering would store its answer after the index is gone. @returns whether all are removed */
async function removeConversations(
  { catalog, conversations }: Services,
  { id }: Removed,
  left: Remaining,
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
async function removeRepositoryData(
  services: Services,
  { id, shard }: Removed,
  left: Remaining,
): Promise<boolean> {
  const { catalog } = services;
  const snapshots = await catalog.listSnapshots([id]);
  const leaving = (await catalog.listHiddenSnapshots()).filter((one) => one.repositoryId === id);
  const numbers = [...new Set([...snapshots, ...leaving].map(({ number }) => number))];
  for (const number of numbers) {
    if (left.snapshots === 0) return false;
    await removeSnapshot(services, { number, repositoryId: id, shard });
    // So that the next round does not list it again.
    await catalog.hideSnapshots([number]);
    await catalog.markEmptied(number);
    left.snapshots -= 1;
  }
  // Also covers versions that are no longer listed.
  await services.historyStore.removeRepository({ shard, repository: id });
  await services.discussionStore.removeRepository({ shard, repository: id });
  await catalog.forgetRepository(id);
  return true;
}
