/**
 * Removes data in the background that nobody can read any more: repositories, versions and interrupted uploads. Every step is small and
 * safe to repeat. The alarm of one object calls this until nothing is left, also after a crash.
 */

import { abandonExpiredUploads } from '../indexing/receive-upload.ts';
import { actFor } from '../../core/viewer.ts';
import type { Services } from '../services.ts';
import type { Repository } from '../../core/repositories/repository.ts';
import { yieldToRequests } from '../../core/time.ts';
import { retainCitedFiles } from '../versions/retain-cited-files.ts';
import { removeSnapshot } from './remove-snapshot.ts';

/** Wait after a failed step. */
const retryAfterMs = 15_000;

interface RemovalRound {
  /** Milliseconds until the next round; undefined if nothing is left. */
  readonly nextMs: number | undefined;
  /** Errors for the log. The next round tries again. */
  readonly failures: readonly unknown[];
}

/** Runs one round. A step that fails does not stop the other steps. */
export async function removeInBackground(services: Services): Promise<RemovalRound> {
  const failures: unknown[] = [];
  const attempt = async <Result>(
    step: (services: Services) => Promise<Result>,
  ): Promise<Result | undefined> => step(services).catch((thrown: unknown) => void failures.push(thrown));
  const uploadsMs = await attempt(abandonExpiredUploads);
  const hasMoreRepositories = await attempt(removeHiddenRepositories);
  await attempt(removeHiddenSnapshots);
  if (hasMoreRepositories === true) return { nextMs: 0, failures };
  const waits = [uploadsMs, failures.length > 0 ? retryAfterMs : undefined];
  const due = waits.filter((ms) => ms !== undefined);
  return { nextMs: due.length === 0 ? undefined : Math.min(...due), failures };
}

/** Removes hidden snapshots one after another. If one removal fails, the other snapshots are still removed. */
async function removeHiddenSnapshots(services: Services): Promise<void> {
  const failures: unknown[] = [];
  for (const snapshot of await services.catalog.listHiddenSnapshots())
    try {
      await retainCitedFiles(services, snapshot);
      await removeSnapshot(services, snapshot);
      await services.catalog.markEmptied(snapshot.number);
    } catch (thrown) {
      failures.push(thrown);
    }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}

/**
 * Maximum removals of one round across all repositories, since an invocation may make a thousand calls. A conversation takes one call. A
 * snapshot takes about twenty, plus one per thousand rows.
 */
const maxPerRound = { conversations: 300, snapshots: 10 } as const;
/** Conversations removed from the catalog in one write. Other requests run after each conversation. */
const conversationsAtOnce = 20;

type HiddenRepository = Pick<Repository, 'id' | 'shard'>;
/** Removals that remain for this round. */
type RemovalBudget = Record<keyof typeof maxPerRound, number>;

/**
 * Removes hidden repositories. If one removal fails, the other repositories are still removed.
 * @returns whether some are left for another round
 */
async function removeHiddenRepositories(services: Services): Promise<boolean> {
  let hasMore = false;
  const remaining: RemovalBudget = { ...maxPerRound };
  const failures: unknown[] = [];
  for (const repository of await services.catalog.listRemoved())
    try {
      const isRemoved =
        (await removeConversations(services, repository, remaining)) &&
        (await removeRepositoryData(services, repository, remaining));
      if (!isRemoved) hasMore = true;
    } catch (thrown) {
      failures.push(thrown);
    }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
  return hasMore;
}

/**
 * Removes conversations before the index, since a conversation that is still answering would store its answer afterwards.
 * @returns whether all are removed
 */
async function removeConversations(
  { catalog, conversations }: Services,
  { id }: HiddenRepository,
  remaining: RemovalBudget,
): Promise<boolean> {
  while (remaining.conversations > 0) {
    const listed = await catalog.listConversations(id, conversationsAtOnce);
    if (listed.length === 0) return true;
    for (const { viewer, ...key } of listed) {
      await conversations.removeHidden({ ...key, viewer: actFor({ id: viewer }) });
      await yieldToRequests();
    }
    await catalog.deleteConversationRecords(listed);
    remaining.conversations -= listed.length;
  }
  return false;
}

/** @returns whether all data is removed */
async function removeRepositoryData(
  services: Services,
  { id, shard }: HiddenRepository,
  remaining: RemovalBudget,
): Promise<boolean> {
  const { catalog } = services;
  const snapshots = await catalog.listSnapshots([id]);
  const hidden = (await catalog.listHiddenSnapshots()).filter(({ repositoryId }) => repositoryId === id);
  const numbers = [...new Set([...snapshots, ...hidden].map(({ number }) => number))];
  for (const number of numbers) {
    if (remaining.snapshots === 0) return false;
    await removeSnapshot(services, { number, repositoryId: id, shard });
    // Hidden so that the next round does not list it again.
    await catalog.hideSnapshots([number]);
    await catalog.markEmptied(number);
    remaining.snapshots -= 1;
  }
  // Also covers versions that are no longer listed.
  await services.historyStore.removeRepository({ shard, repository: id });
  await services.discussionStore.removeRepository({ shard, repository: id });
  await services.citedFiles.removeRepository(shard, id);
  await services.idempotencyStore.removeRepository(id);
  await catalog.deleteRepositoryRows(id);
  return true;
}
