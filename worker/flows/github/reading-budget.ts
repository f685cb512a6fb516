/**
 * Limits the calls to a host that reading a page may cause. Half of each rate limit is reserved for adding repositories and for their
 * history. The remaining calls are those that the host last reported to this isolate, so an isolate begins with one call.
 */

import { AppError } from '../../core/errors.ts';
import type { HostAccess } from '../../ports/code-host.ts';
import type { HostBudget } from '../../ports/history-source.ts';
import type { Services } from '../services.ts';

const reservedFraction = 0.5;
const maxBudgets = 1_000;
/** By the owner of the token that the calls use. */
const budgets = new Map<string, HostBudget>();

interface ReadingAccess {
  /** The owner of the repository. */
  readonly owner: string;
  readonly access: Pick<HostAccess, 'token'>;
}

/** @throws AppError `host_limited` if the rest of the rate limit is reserved */
export function requireReadingBudget(
  services: Pick<Services, 'hosting' | 'clock'>,
  reading: ReadingAccess,
): void {
  const budget = budgets.get(budgetKey(services, reading));
  if (budget === undefined || budget.resetAt <= services.clock.now()) return;
  if (budget.remaining > budget.limit * reservedFraction) return;
  const resetTime = new Date(budget.resetAt).toISOString();
  throw new AppError(
    'host_limited',
    `The rest of GitHub’s rate limit until ${resetTime} is reserved for adding repositories and for their history.`,
    { details: { retryAt: budget.resetAt, host: 'github.com' } },
  );
}

export function recordReadingBudget(
  services: Pick<Services, 'hosting'>,
  reading: ReadingAccess,
  budget: HostBudget | undefined,
): void {
  if (budget === undefined) return;
  if (budgets.size >= maxBudgets) budgets.clear();
  budgets.set(budgetKey(services, reading), budget);
}

/** Forgets what the host reported. */
export function clearReadingBudgets(): void {
  budgets.clear();
}

/** Does not contain the token. */
function budgetKey(
  { hosting }: Pick<Services, 'hosting'>,
  { owner, access: { token } }: ReadingAccess,
): string {
  if (token === undefined) return 'no token';
  return token === hosting.deploymentToken ? 'deployment' : `owner ${owner}`;
}
