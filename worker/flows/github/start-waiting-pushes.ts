/**
 * Starts refreshes that waited for a running job to end: one per repository, for the newest commit. Runs on deliveries, when jobs end,
 * and on schedule, so that a crash loses none.
 */

import { AppError } from '../../core/errors.ts';
import { actFor } from '../../core/viewer.ts';
import { refreshDefaultBranch } from '../repositories/refresh-repository.ts';
import type { Services } from '../services.ts';

/** A start that failed or was interrupted is retried after this time, unless the host states another time. */
const retryAfterMs = 60_000;

/**
 * @returns the repositories whose refresh started. A temporary failure leaves a push waiting and does not stop the refreshes of other
 * repositories.
 */
export async function startWaitingPushes(services: Services): Promise<readonly string[]> {
  const { catalog, clock } = services;
  const started: string[] = [];
  for (const { id, owner } of await catalog.listWaitingPushes(clock.now() - retryAfterMs)) {
    const commit = await catalog.claimWaitingPush(id, clock.now() - retryAfterMs);
    if (commit === undefined) continue;
    const repository = await catalog.getRepository(actFor({ id: owner }), id);
    if (repository === undefined) continue;
    try {
      // Refreshes the branch as it is now, which may be ahead of the delivery.
      const refreshed = await refreshDefaultBranch(services, repository, { isUserRequest: false });
      if (refreshed.unchanged === undefined) started.push(id);
      await catalog.endPushRefresh(id, commit);
    } catch (thrown) {
      // A temporary failure is retried when the claim expires, or at the time that the host states.
      const retryAt = thrown instanceof AppError ? thrown.details['retryAt'] : undefined;
      if (!(thrown instanceof AppError && thrown.retryable)) await catalog.endPushRefresh(id, commit);
      else if (typeof retryAt === 'number') await catalog.recordPushRefresh(id, retryAt - retryAfterMs);
    }
  }
  return started;
}
