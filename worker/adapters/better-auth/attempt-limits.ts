/**
 * Counts attempts in fixed time windows, in one statement, so concurrent requests cannot exceed a limit. Keys are stored as keyed hashes: the table
 * contains no address.
 */

import { eq, lte, sql } from 'drizzle-orm';
import type { DrizzleD1Database } from 'drizzle-orm/d1';
import { keyedHash } from '../../core/text/keyed-hash.ts';
import { signInAttempts } from './schema.ts';

interface Rule {
  /** Seconds. */
  readonly window: number;
  readonly max: number;
}

export interface Attempt {
  readonly allowed: boolean;
  /** Seconds until the window ends; null if the attempt is allowed. */
  readonly retryAfter: number | null;
}

interface AttemptOptions {
  readonly database: DrizzleD1Database;
  readonly secret: string;
  readonly now: () => number;
}

export type AttemptLimits = ReturnType<typeof createAttemptLimits>;

/**
 * Limits for each e-mail address, from whatever client address. `mails` keeps others from flooding an inbox, and with three attempts for each
 * code (`guesses`) it bounds how often codes can be guessed. `attempts` bounds how often a password can be guessed.
 */
const emailRules = {
  mails: { window: 3_600, max: 6 },
  attempts: { window: 900, max: 20 },
  guesses: { window: 3_600, max: 3 },
} as const satisfies Record<string, Rule>;

type EmailRule = keyof typeof emailRules;

const emailRuleByPath: Readonly<Record<string, EmailRule>> = {
  '/sign-up/email': 'mails',
  '/send-verification-email': 'mails',
  '/request-password-reset': 'mails',
  '/email-otp/send-verification-otp': 'mails',
  '/sign-in/email': 'attempts',
  '/sign-in/email-otp': 'attempts',
};

/** Limits for each client address and path, in addition to those for e-mail addresses. */
export function createAddressRules(signInsPerMinute: number): Record<string, Rule> {
  const signIns = { window: 60, max: signInsPerMinute };
  const mails = { window: 600, max: signInsPerMinute };
  return {
    '/sign-in/**': signIns,
    '/reset-password': signIns,
    '/change-password': signIns,
    '/sign-up/**': mails,
    '/email-otp/**': mails,
    '/request-password-reset': mails,
    '/send-verification-email': mails,
  };
}

function emailKey(rule: EmailRule, email: string): string {
  return `${rule}|${email.toLowerCase()}`;
}

export function createAttemptLimits({ database, secret, now }: AttemptOptions) {
  const hash = (key: string): Promise<string> => keyedHash(secret, 'attempts', key);

  async function consume(key: string, { window, max }: Rule): Promise<Attempt> {
    const at = now();
    const { count, endsAt } = signInAttempts;
    const [row] = await database
      .insert(signInAttempts)
      .values({ key: await hash(key), count: 1, endsAt: at + window * 1_000 })
      .onConflictDoUpdate({
        target: signInAttempts.key,
        set: {
          count: sql`CASE WHEN ${endsAt} <= ${at} THEN 1 ELSE ${count} + 1 END`,
          endsAt: sql`CASE WHEN ${endsAt} <= ${at} THEN ${at + window * 1_000} ELSE ${endsAt} END`,
        },
      })
      .returning({ count, endsAt });
    const allowed = row === undefined || row.count <= max;
    return { allowed, retryAfter: allowed ? null : Math.max(1, Math.ceil((row.endsAt - at) / 1_000)) };
  }

  return {
    consume,
    /** @param path as better-auth names it, without its base path */
    async consumeEmail(path: string, email: string): Promise<Attempt> {
      const rule = emailRuleByPath[path];
      if (rule === undefined) return { allowed: true, retryAfter: null };
      return consume(emailKey(rule, email), emailRules[rule]);
    },
    /** better-auth also counts the attempts for a code, but concurrent ones as one. @returns whether another attempt is allowed */
    async consumeGuess(email: string): Promise<boolean> {
      return (await consume(emailKey('guesses', email), emailRules.guesses)).allowed;
    },
    /** For a new code. */
    async resetGuesses(email: string): Promise<void> {
      await database
        .delete(signInAttempts)
        .where(eq(signInAttempts.key, await hash(emailKey('guesses', email))));
    },
    async removeEnded(): Promise<void> {
      await database.delete(signInAttempts).where(lte(signInAttempts.endsAt, now()));
    },
  };
}
