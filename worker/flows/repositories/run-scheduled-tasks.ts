/** What the scheduled task does: waiting pushes, popular repositories, checks of default branches, and cleaning. */

import { checkHeads } from '../github/check-heads.ts';
import { sweepVersions } from './collect-versions.ts';
import { keepPopular } from './keep-popular.ts';
import type { Services } from '../services.ts';
import { startWaitingPushes } from '../github/start-waiting-pushes.ts';

/**
 * One that fails keeps no other from being done; the cleaning, which may be long, is last. What fails is tried again at the next call.
 * @throws AggregateError of what failed, for the platform to log
 */
export async function everyTenMinutes(services: Services): Promise<void> {
  const failed: unknown[] = [];
  for (const errand of [startWaitingPushes, keepPopular, checkHeads, sweepVersions])
    await errand(services).catch((thrown: unknown) => void failed.push(thrown));
  if (failed.length > 0) throw new AggregateError(failed, failed.map(String).join('; '));
}
