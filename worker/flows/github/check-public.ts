/**
 * Checks whether public repositories are still public on their host, also those that nobody opens, because lists name them. Reads check
 * the repository that they read, so this only keeps the lists right.
 */

import type { Services } from '../services.ts';
import { checkAccess } from './check-access.ts';

/** The schedule runs every 10 minutes, so no check is older than 15. */
const checkEveryMs = 5 * 60_000;
/** A host allows 5,000 calls an hour with a token and 60 without one. A check takes one call. */
const maxChecks = { withToken: 200, withoutToken: 3 } as const;

export async function checkPublic(services: Services): Promise<void> {
  const { catalog, clock, hosting } = services;
  const limit = hosting.deploymentToken === undefined ? maxChecks.withoutToken : maxChecks.withToken;
  for (const repository of await catalog.listPublic(clock.now() - checkEveryMs, limit)) {
    const state = await checkAccess(services, repository);
    // The host limits calls or cannot be reached; the next run goes on.
    if (typeof state !== 'string') return;
  }
}
