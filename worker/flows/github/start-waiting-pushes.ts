/**
 * Refreshes that wait for the indexing at work to end: of each repository one, of the newest commit told. Called when a delivery comes,
 * when jobs end, and by the clock, so that a crash loses none.
 */

import { AppError } from '../../core/errors.ts';
import { refreshDefaultBranch } from '../repositories/refresh-repository.ts';
import type { Services } from '../services.ts';

/** A start that was cut off, or failed, is tried again after this long, unless the host says when. */
const startedAnewMs = 60_000;

/** @returns the repositories whose refresh began; one that fails keeps no other from being tried and waits on */
export async function startWaitingPushes(services: Services): Promise<readonly string[]> {
  const { catalog, clock } = services;
  const started: string[] = [];
  for (const { id, owner } of await catalog.listWaitingPushes(clock.now() - startedAnewMs)) {
    const commit = await catalog.claimWaitingPush(id, clock.now() - startedAnewMs);
    if (commit === undefined) continue;
    const repository = await catalog.getRepository({ id: owner }, id);
    if (repository === undefined) continue;
    try {
      // Of the branch as it is now, which may be ahead of what was told.
      const refreshed = await refreshDefaultBranch(services, repository, { isPerson: false });
      if (refreshed.unchanged === undefined) started.push(id);
      await catalog.endPushStart(id, commit);
    } catch (thrown) {
      // What another try may mend is tried again when the claim has run out, or when the host says to.
      const retryAt = thrown instanceof AppError ? thrown.details['retryAt'] : undefined;
      if (!(thrown instanceof AppError && thrown.retryable)) await catalog.endPushStart(id, commit);
      else if (typeof retryAt === 'number') await catalog.notePushStart(id, retryAt - startedAnewMs);
    }
  }
  return started;
}
