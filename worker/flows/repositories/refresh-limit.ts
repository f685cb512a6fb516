/** Limits how often a version may be indexed again. */

import { AppError } from '../../core/errors.ts';
import type { Snapshot } from '../../core/repositories/repository.ts';
import type { Services } from '../services.ts';

/**
 * Returns the time when a version may be indexed again, in milliseconds since 1970; undefined means now. The interval starts at the last
 * attempt that did not fail.
 */
export function nextRefreshAt(
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
  snapshots: readonly Pick<Snapshot, 'ref' | 'status' | 'createdAt'>[],
  ref: string | undefined,
): number | undefined {
  const last = snapshots.find((snapshot) => snapshot.ref === ref && snapshot.status !== 'failed');
  const allowedAt = last === undefined ? 0 : last.createdAt + settings.versions.refreshEveryMs;
  // A snapshot added before the clock was set back delays no refresh.
  const isAhead = last !== undefined && last.createdAt > clock.now();
  return allowedAt > clock.now() && !isAhead ? allowedAt : undefined;
}

/** @throws AppError `refresh_too_soon` */
export async function requireRefreshAllowed(
  services: Services,
  repositoryId: string,
  ref: string | undefined,
): Promise<void> {
  if (services.settings.versions.refreshEveryMs === 0) return;
  const snapshots = await services.catalog.listSnapshots([repositoryId]);
  const at = nextRefreshAt(services, snapshots, ref);
  if (at === undefined) return;
  const allowedAt = new Date(at).toISOString();
  const subject = ref === undefined ? 'The repository' : `The version ${JSON.stringify(ref)}`;
  throw new AppError('refresh_too_soon', `${subject} may be indexed again at ${allowedAt}.`, {
    details: { id: repositoryId, allowedAt },
  });
}
