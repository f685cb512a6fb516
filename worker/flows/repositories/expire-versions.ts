/**
 * Hides expired data: snapshots that a newer snapshot of the same version has replaced for a while, so that reads of them have ended,
 * repositories that nobody has read for long, and files fetched for live questions. Hidden data is removed in the background.
 */

import { deployment } from '../../core/viewer.ts';
import type { ReplacedSnapshot } from '../../ports/catalog.ts';
import { hideForRemoval, wakeRemovals } from './remove-repository.ts';
import type { Services } from '../services.ts';

/** @returns the milliseconds until the next replaced snapshot of the repository expires; undefined if there is none */
export async function hideReplacedSnapshots(
  services: Services,
  repositoryId?: string,
): Promise<number | undefined> {
  const { replacedKeptMs } = services.settings.versions;
  const replaced = await services.catalog.listReplaced();
  const leftMs = ({ replacedAt }: ReplacedSnapshot): number =>
    replacedAt + replacedKeptMs - services.clock.now();
  const due = replaced.filter((snapshot) => leftMs(snapshot) <= 0);
  if (due.length > 0)
    await hideForRemoval(services, () => services.catalog.hideSnapshots(due.map(({ number }) => number)));
  const later = replaced
    .filter((snapshot) => snapshot.repositoryId === repositoryId && leftMs(snapshot) > 0)
    .map(leftMs);
  return later.length === 0 ? undefined : Math.min(...later);
}

/**
 * Hides repositories that nobody has read for as long as the settings state, except the popular ones. Only a repository that belongs to the
 * deployment can be popular, since users choose the names and refs of their own.
 */
export async function hideUnusedRepositories(services: Services): Promise<void> {
  const { versions, popular } = services.settings;
  await expireLive(services);
  if (!Number.isFinite(versions.expireAfterMs)) return;
  const unused = await services.catalog.listUnused(services.clock.now() - versions.expireAfterMs, {
    names: popular,
    owner: deployment.id,
  });
  for (const { id } of unused) await hideForRemoval(services, () => services.catalog.hideRepository(id));
}

/** Hides all expired data, as a scheduled task. */
export async function expireVersions(services: Services): Promise<void> {
  await hideUnusedRepositories(services);
  await hideReplacedSnapshots(services);
  await wakeRemovals(services);
}

/** Files fetched for a live question expire an hour after their last use. */
const liveRetentionMs = 3_600_000;

/** Hides live repositories that have expired. */
async function expireLive({
  catalog,
  clock,
  jobQueue,
}: Pick<Services, 'catalog' | 'clock' | 'jobQueue'>): Promise<void> {
  const live = await catalog.listLive();
  for (const { id, usedAt } of live)
    if (usedAt + liveRetentionMs <= clock.now())
      await hideForRemoval({ jobQueue }, () => catalog.hideRepository(id));
}

/** Returns the milliseconds until a live repository expires; undefined for any other repository. */
export async function liveExpiryMs(
  { catalog, clock }: Pick<Services, 'catalog' | 'clock'>,
  repositoryId: string,
): Promise<number | undefined> {
  const found = (await catalog.listLive()).find(({ id }) => id === repositoryId);
  return found && Math.max(0, found.usedAt + liveRetentionMs - clock.now());
}
