/**
 * Runs the scheduled tasks: starts waiting pushes, refreshes popular repositories, checks default branches and what is still
 * public, and hides expired data.
 */

import { removeExpiredRequests } from '../idempotency/begin-request.ts';
import { removeExpiredAccounts } from '../sign-in/remove-expired-accounts.ts';
import { checkPublic } from '../github/check-public.ts';
import { expireVisitorQuestions } from '../feedback/visitor-questions.ts';
import { checkHeads } from '../github/check-heads.ts';
import { expireVersions } from './expire-versions.ts';
import { refreshPopular } from './refresh-popular.ts';
import type { Services } from '../services.ts';
import { startWaitingPushes } from '../github/start-waiting-pushes.ts';

/**
 * If one task fails, the other tasks still run, and the next run tries the failed task again. Expiry runs last because it may take long.
 * @throws AggregateError of all failures, for the platform to log
 */
export async function runScheduledTasks(services: Services): Promise<void> {
  const failed: unknown[] = [];
  for (const task of [
    startWaitingPushes,
    refreshPopular,
    checkPublic,
    checkHeads,
    removeExpiredAccounts,
    expireVisitorQuestions,
    removeExpiredRequests,
    expireVersions,
  ])
    await task(services).catch((thrown: unknown) => void failed.push(thrown));
  if (failed.length > 0) throw new AggregateError(failed, failed.map(String).join('; '));
}
