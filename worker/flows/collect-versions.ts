/**
 * What goes by itself: snapshots a newer one of the same version has taken the place of, once whoever was pinned to them has had
 * time, and repositories nobody has read for long. Each is hidden first and emptied after: cut off between, it is taken up again.
 */

import { openModeViewer } from '../core/viewer.ts';
import type { ReplacedSnapshot } from '../ports/catalog.ts';
import { expireLive } from './live-expiry.ts';
import { finishRemovals } from './remove-repository.ts';
import { removeSnapshot } from './remove-snapshot.ts';
import type { Services } from './services.ts';

/** @returns after how many milliseconds the next snapshot of the repository is to be collected; undefined when none is. */
export async function collectReplaced(
  services: Services,
  repositoryId?: string,
): Promise<number | undefined> {
  const { replacedKeptMs } = services.settings.versions;
  const replaced = await services.catalog.listReplaced();
  const leftMs = (one: ReplacedSnapshot): number => one.replacedAt + replacedKeptMs - services.clock.now();
  const due = replaced.filter((one) => leftMs(one) <= 0);
  if (due.length > 0) await services.catalog.hideSnapshots(due.map(({ number }) => number));
  await finishVersionRemovals(services);
  const later = replaced.filter((one) => one.repositoryId === repositoryId && leftMs(one) > 0).map(leftMs);
  return later.length === 0 ? undefined : Math.min(...later);
}

/** Empties hidden snapshots. One that fails keeps no other from being tried. */
export async function finishVersionRemovals(services: Services): Promise<void> {
  const leaving = await services.catalog.listLeaving();
  const tried = await Promise.allSettled(
    leaving.map(async (one) => {
      await removeSnapshot(services, one);
      await services.catalog.emptied(one.number);
    }),
  );
  for (const one of tried) if (one.status === 'rejected') throw one.reason;
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
  for (const { id } of unused) await services.catalog.hideRepository(id);
}

/** All of it, as the clock calls for it. */
export async function sweepVersions(services: Services): Promise<void> {
  await expireUnused(services);
  await finishRemovals(services);
  await collectReplaced(services);
}
