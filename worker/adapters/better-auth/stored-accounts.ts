/** Accounts with better-auth on D1. `accounts.ts` loads this file, and the libraries with it, at the first request that needs them. */

import { and, eq, gt, inArray, lt, lte, or } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { AppError } from '../../core/errors.ts';
import type { Account, AccountRefusal, Accounts, SignInMethod } from '../../ports/identity/accounts.ts';
import type { AccountsOptions } from './accounts-options.ts';
import { createAttemptLimits } from './attempt-limits.ts';
import { addressHeader, createAuth } from './create-auth.ts';
import { account, deletedAccount, session, user, verification } from './schema.ts';
import { isSignUpBrowser, rememberSignUp } from './sign-up-browser.ts';

const unconfirmedMs = 7 * 86_400_000;
/** Longer than any request takes. */
const deletionKeptMs = 6 * 3_600_000;

export type StoredAccounts = Omit<Accounts, 'offeredMethods'>;

export function openStoredAccounts(options: AccountsOptions): StoredAccounts {
  const database = drizzle(options.database);
  const limits = createAttemptLimits({ database, secret: options.secret, now: options.now });
  const auth = createAuth(options, { database, limits });

  return {
    async handle(request, address) {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith('/verify-email') && !(await isSignUpBrowser(request, options.secret)))
        return Response.redirect(`${options.publicUrl}/sign-in?error=other_browser`, 302);
      const headers = new Headers(request.headers);
      headers.set(addressHeader, address);
      const response = await auth.handler(new Request(request, { headers }));
      if (response.status >= 400) return readRefusal(response);
      if (pathname.endsWith('/sign-up/email')) return rememberSignUp(response, options.secret);
      return response;
    },
    async find(headers) {
      const found = await auth.api.getSession({ headers }).catch((cause: unknown) => {
        throw new AppError('storage_unavailable', 'The session could not be read.', { cause });
      });
      return found === null ? undefined : toAccount(found.user);
    },
    async listSignInMethods(userId) {
      if (!(await exists(userId))) return [];
      const rows = await database
        .select({ provider: account.providerId })
        .from(account)
        .where(eq(account.userId, userId));
      const stored = rows.map(({ provider }): SignInMethod =>
        provider === 'github' ? 'github' : 'password',
      );
      return [...stored.toSorted(), 'code'];
    },
    exists,
    async deleteAccount(userId) {
      const [found] = await database.select({ email: user.email }).from(user).where(eq(user.id, userId));
      if (found === undefined) return false;
      // Counters of the address stay until they end: deleting and creating accounts must not renew them.
      const identifiers = ['sign-in', 'email-verification', 'forget-password'].map(
        (type) => `${type}-otp-${found.email}`,
      );
      await database.batch([
        database
          .delete(verification)
          .where(or(eq(verification.value, userId), inArray(verification.identifier, identifiers))),
        database.delete(session).where(eq(session.userId, userId)),
        database.delete(account).where(eq(account.userId, userId)),
        database.delete(user).where(eq(user.id, userId)),
        database
          .insert(deletedAccount)
          .values({ id: userId, deletedAt: options.now() })
          .onConflictDoNothing(),
      ]);
      return true;
    },
    async listDeleted() {
      const rows = await database
        .select({ id: deletedAccount.id })
        .from(deletedAccount)
        .where(gt(deletedAccount.deletedAt, options.now() - deletionKeptMs));
      return rows.map(({ id }) => id);
    },
    async removeExpired() {
      const now = new Date(options.now());
      const earliest = new Date(options.now() - unconfirmedMs);
      await database.batch([
        database.delete(session).where(lte(session.expiresAt, now)),
        database.delete(verification).where(lte(verification.expiresAt, now)),
        database.delete(user).where(and(eq(user.emailVerified, false), lt(user.createdAt, earliest))),
        database.delete(deletedAccount).where(lte(deletedAccount.deletedAt, options.now() - deletionKeptMs)),
      ]);
      await limits.removeEnded();
    },
  };

  async function exists(userId: string): Promise<boolean> {
    const rows = await database.select({ id: user.id }).from(user).where(eq(user.id, userId));
    return rows.length > 0;
  }
}

interface StoredUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isAdmin?: boolean | null | undefined;
}

/** A person who signed up with a code has no name yet. */
function toAccount({ id, email, name, isAdmin }: StoredUser): Account {
  return { id, email, name: name === '' ? (email.split('@')[0] ?? '') : name, isAdmin: isAdmin === true };
}

async function readRefusal(response: Response): Promise<AccountRefusal> {
  const body: unknown = await response.json().catch(() => undefined);
  const text = (name: 'code' | 'message'): string | undefined => {
    const value = typeof body === 'object' && body !== null ? Object.entries(body) : [];
    const [, found] = value.find(([key]) => key === name) ?? [];
    return typeof found === 'string' ? found : undefined;
  };
  const wait = Number(response.headers.get('x-retry-after') ?? Number.NaN);
  return {
    status: response.status,
    reason: text('code') ?? 'UNKNOWN',
    message: text('message') ?? `The accounts answered ${response.status}.`,
    retryAfterSeconds: Number.isFinite(wait) ? wait : undefined,
  };
}
