/** The scheduled task of accounts: removes expired sessions, codes and counters, and accounts that nobody confirmed. */

import type { Services } from '../services.ts';

export async function removeExpiredAccounts({ accounts }: Pick<Services, 'accounts'>): Promise<void> {
  await accounts?.removeExpired();
}
