/**
 * What goes by itself: snapshots that a newer one of the same version has replaced, once readers pinned to them have had time, and
 * repositories that nobody has read for long. Each is hidden first, and emptied in the background.
 */

import { openModeViewer } from '../../core/viewer.ts';
import type { ReplacedSnapshot } from '../../ports/catalog.ts';
import { expireLive } from '../live/live-expiry.ts';
import { hide, longestWriteMs } from './hide.ts';
import { removeSnapshot } from './remove-snapshot.ts';
import type { Services } from '../services.ts';

/** @returns after how many milliseconds the next snapshot of the repository is to be collected; undefined when none is. */
export async function collectReplaced(
  services: Services,
  repositoryId?: string,
): Promise<number | undefined> {
  const { replacedKeptMs } = services.settings.versions;
  const replaced = await services.catalog.listReplaced();
  const leftMs = (one: ReplacedSnapshot): number => one.replacedAt + replacedKeptMs - services.clock.now();
  const due = replaced.filter((one) => leftMs(one) <= 0);
  if (due.length > 0)
    await hide(services, () => services.catalog.hideSnapshots(due.map(({ number }) => number)));
  const later = replaced.filter((one) => one.repositoryId === repositoryId && leftMs(one) > 0).map(leftMs);
  return later.length === 0 ? undefined : Math.min(...later);
}

/** Empties hidden snapshots, one after another. One that fails keeps no other from being tried. */
export async function finishVersionRemovals(services: Services): Promise<void> {
  const failures: unknown[] = [];
  for (const leaving of await services.catalog.listLeaving())
    try {
      await removeSnapshot(services, leaving);
      await services.catalog.emptied(leaving.number);
    } catch (thrown) {
      failures.push(thrown);
    }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}

/** Sees to it that what is hidden is removed, where its own alarm should be lost. */
export async function wakeRemovals({
  catalog,
  jobQueue,
}: Pick<Services, 'catalog' | 'jobQueue'>): Promise<void> {
  if (await catalog.isAnyHidden()) await jobQueue.watchCleanup(longestWriteMs);
}

/**
 * Hides repositories nobody has read for as long as the settings say. Popular ones are kept, if they are the deployment's own or
 * everyone's: a stranger may call his as he likes.
 */
export async function expireUnused(services: Services): Promise<void> {
  const { versions, popular } = services.settings;
  await expireLive(services);
  if (!Number.isFinite(versions.expireAfterMs)) return;
  const unused = await services.catalog.listUnused(services.clock.now() - versions.expireAfterMs, {
    names: popular,
    owner: openModeViewer.id,
  });
  for (const { id } of unused) await hide(services, () => services.catalog.hideRepository(id));
}

/** All of it, as the clock calls for it. */
export async function sweepVersions(services: Services): Promise<void> {
  await expireUnused(services);
  await collectReplaced(services);
  await wakeRemovals(services);
}
