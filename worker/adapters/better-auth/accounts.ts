/**
 * Implements the `Accounts` port with better-auth and Drizzle on D1. Both are loaded at the first request that needs them: a request without a
 * session cookie does not, and neither does open mode.
 */

import type { Accounts, SignInMethod } from '../../ports/identity/accounts.ts';
import type { AccountsOptions } from './accounts-options.ts';
import { readCookie } from './read-cookie.ts';
import type { StoredAccounts } from './stored-accounts.ts';

const sessionCookie = '__Host-wherefore.session_token';

export function createBetterAuthAccounts(options: AccountsOptions): Accounts {
  let loading: Promise<StoredAccounts> | undefined;
  const load = (): Promise<StoredAccounts> =>
    (loading ??= import('./stored-accounts.ts').then(({ openStoredAccounts }) =>
      openStoredAccounts(options),
    ));
  const github: readonly SignInMethod[] = options.github === undefined ? [] : ['github'];
  return {
    offeredMethods: ['password', 'code', ...github],
    handle: async (request, address) => (await load()).handle(request, address),
    find: async (headers) =>
      readCookie(headers, sessionCookie) === undefined ? undefined : (await load()).find(headers),
    listSignInMethods: async (userId) => (await load()).listSignInMethods(userId),
    exists: async (userId) => (await load()).exists(userId),
    deleteAccount: async (userId) => (await load()).deleteAccount(userId),
    listDeleted: async () => (await load()).listDeleted(),
    removeExpired: async () => (await load()).removeExpired(),
  };
}
