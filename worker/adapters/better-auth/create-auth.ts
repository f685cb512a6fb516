/** Configures better-auth: https://better-auth.com/docs/reference/options */

import { betterAuth } from 'better-auth/minimal';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { emailOTP } from 'better-auth/plugins/email-otp';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { waitUntil } from 'cloudflare:workers';
import type { DrizzleD1Database } from 'drizzle-orm/d1';
import type { Mail } from '../../ports/identity/mailer.ts';
import type { AccountsOptions } from './accounts-options.ts';
import {
  confirmAddressMail,
  existingAccountMail,
  resetPasswordMail,
  signInCodeMail,
} from './account-mails.ts';
import { createAddressRules, type AttemptLimits } from './attempt-limits.ts';
import { createGitHubSignIn } from './github-sign-in.ts';
import * as schema from './schema.ts';
import { createUserRows } from './user-rows.ts';

const basePath = '/v1/auth';
const cookiePrefix = '__Host-wherefore';
/** Header that tells better-auth the client's address. It replaces one that the client sent. */
export const addressHeader = 'x-client-address';
const daySeconds = 86_400;
const sessionSeconds = 30 * daySeconds;
const linkSeconds = 3_600;

/** Columns that stay empty: after the sign-in nothing needs GitHub's tokens. */
const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
};

interface AuthParts {
  readonly database: DrizzleD1Database;
  readonly limits: AttemptLimits;
}

export function createAuth(options: AccountsOptions, { database, limits }: AuthParts) {
  const users = createUserRows(database, options.adminEmail);
  const send = (to: string, content: Omit<Mail, 'to'>): Promise<void> =>
    options.mailer.send({ to, ...content });
  return betterAuth({
    appName: 'Wherefore',
    baseURL: options.publicUrl,
    basePath,
    secret: options.secret,
    trustedOrigins: [options.publicUrl],
    telemetry: { enabled: false },
    database: drizzleAdapter(database, { provider: 'sqlite', schema }),
    user: { additionalFields: { isAdmin: { type: 'boolean', defaultValue: false, input: false } } },
    session: { expiresIn: sessionSeconds, disableSessionRefresh: true, cookieCache: { enabled: false } },
    account: { updateAccountOnSignIn: false },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      resetPasswordTokenExpiresIn: linkSeconds,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user: { email }, token }) =>
        send(email, resetPasswordMail(`${options.publicUrl}/reset-password#token=${token}`)),
      // The link came by mail, and the new password has replaced an earlier one.
      onPasswordReset: async ({ user: { id } }) => {
        await users.removeResets(id);
        await users.confirmAddress(id);
      },
      onExistingUserSignUp: ({ user: { email } }) =>
        send(email, existingAccountMail(`${options.publicUrl}/sign-in`)),
    },
    emailVerification: {
      expiresIn: linkSeconds,
      autoSignInAfterVerification: true,
      sendVerificationEmail: ({ user: { email }, url }) => send(email, confirmAddressMail(url)),
    },
    plugins: [
      emailOTP({
        otpLength: 6,
        expiresIn: 300,
        allowedAttempts: 3,
        storeOTP: 'hashed',
        sendVerificationOTP: ({ email, otp }) => send(email, signInCodeMail(otp)),
      }),
      ...(options.github === undefined
        ? []
        : [
            genericOAuth({
              config: [createGitHubSignIn({ ...options.github, onVerifiedAddress: users.removeUnconfirmed })],
            }),
          ]),
    ],
    rateLimit: {
      enabled: true,
      window: 60,
      max: 120,
      customRules: createAddressRules(options.signInsPerMinute),
      customStorage: { consume: limits.consume },
    },
    hooks: { before: createAuthMiddleware(createAddressLimit(limits)) },
    databaseHooks: {
      session: { create: { after: ({ userId }) => users.promoteAdmin(userId) } },
      account: {
        create: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
        update: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
      },
    },
    advanced: {
      // The name has the prefix `__Host-`; better-auth's own secure cookies would add `__Secure-` before it.
      cookiePrefix,
      useSecureCookies: false,
      defaultCookieAttributes: { secure: true, httpOnly: true, sameSite: 'lax', path: '/' },
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [addressHeader] },
      // The time of a response must not show whether a mail was sent.
      backgroundTasks: { handler: waitUntil },
    },
    onAPIError: { errorURL: `${options.publicUrl}/sign-in` },
    logger: {
      // With a `level`, better-auth would also write every refused request to the console.
      log: (level, message, ...causes) => {
        if (level === 'error') options.log(describeLog(message, causes));
      },
    },
  });
}

/** Limits the attempts for an e-mail address, before better-auth looks for it. */
function createAddressLimit(limits: AttemptLimits) {
  return async ({ path, body }: { path: string; body?: unknown }): Promise<void> => {
    const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
    if (typeof email !== 'string') return;
    const { allowed, retryAfter } = await limits.consumeEmail(path, email);
    if (!allowed)
      throw new APIError(
        'TOO_MANY_REQUESTS',
        { code: 'TOO_MANY_ATTEMPTS', message: 'Too many attempts for this e-mail address.' },
        { 'x-retry-after': String(retryAfter ?? 1) },
      );
    if (path === '/email-otp/send-verification-otp') await limits.resetGuesses(email);
    if (path === '/sign-in/email-otp' && !(await limits.consumeGuess(email)))
      throw new APIError('BAD_REQUEST', { code: 'INVALID_OTP', message: 'Invalid OTP' });
  };
}

/** Errors of the database contain its parameters, so only their causes are logged. */
function describeLog(message: string, causes: readonly unknown[]): string {
  const names = causes.flatMap((cause) => {
    if (!(cause instanceof Error)) return [];
    if (cause.name === 'DrizzleQueryError') return [String(cause.cause)];
    return [`${cause.name}: ${cause.message.slice(0, 300)}`];
  });
  return JSON.stringify({ event: 'accounts', message: message.slice(0, 300), causes: names });
}
