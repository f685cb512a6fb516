/** The scheduled task of accounts: removes what was stored late for deleted ones, expired sessions, codes and counters, and accounts that nobody confirmed. */

import { removeContentsOfDeleted } from '../account/delete-account.ts';
import type { Services } from '../services.ts';

export async function removeExpiredAccounts(services: Services): Promise<void> {
  await removeContentsOfDeleted(services);
  await services.accounts?.removeExpired();
}
