/** Tests accounts on D1: the tables, the answers that must not differ, the limits of attempts, admins and deletion. */

import { env } from 'cloudflare:workers';
import { getTableColumns, getTableName, type Table } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccountsOptions } from '../../../../worker/adapters/better-auth/accounts-options.ts';
import { createBetterAuthAccounts } from '../../../../worker/adapters/better-auth/accounts.ts';
import * as schema from '../../../../worker/adapters/better-auth/schema.ts';
import type { Account, AccountRefusal, Accounts } from '../../../../worker/ports/identity/accounts.ts';
import type { Mail } from '../../../../worker/ports/identity/mailer.ts';
import { countRows, emptyCatalog } from '../../../support/workbench/d1.ts';

const origin = 'https://code.example.org';
const password = 'a long enough password';
let mails: Mail[];
let accounts: Accounts;
let logged: string[];
let nowMs: number;

beforeEach(async () => {
  await emptyCatalog();
  mails = [];
  logged = [];
  nowMs = Date.now();
  accounts = open();
});

function open(options: Partial<AccountsOptions> = {}): Accounts {
  return createBetterAuthAccounts({
    database: env.CATALOG,
    secret: 'a secret of the deployment, long enough',
    publicUrl: origin,
    adminEmail: undefined,
    mailer: { send: async (mail) => void mails.push(mail) },
    github: undefined,
    signInsPerMinute: 10,
    now: () => nowMs,
    log: (line) => void logged.push(line),
    ...options,
  });
}

/** A browser: it stores cookies and sends them with its requests. */
class Browser {
  readonly cookies = new Map<string, string>();
  readonly address: string;

  constructor(address = `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}::1`) {
    this.address = address;
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const request = new Request(`${origin}/v1/auth${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'POST' ? { origin } : {}),
        ...Object.fromEntries(this.headers()),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await accounts.handle(request, this.address);
    if (answer instanceof Response)
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (/Max-Age=0/i.test(cookie)) this.cookies.delete(name);
        else this.cookies.set(name, value);
      }
    return answer;
  }

  post(path: string, body: unknown, headers?: Record<string, string>) {
    return this.send('POST', path, body, headers);
  }

  headers(): Headers {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return new Headers(cookie === '' ? {} : { cookie });
  }

  account(): Promise<Account | undefined> {
    return accounts.find(this.headers());
  }

  signUp(email: string, chosen = password) {
    return this.post('/sign-up/email', { email, password: chosen, name: 'Ann' });
  }

  signIn(email: string, chosen = password) {
    return this.post('/sign-in/email', { email, password: chosen });
  }

  /** Opens the link of the newest mail. */
  async openLink() {
    const link = new URL(/https:\S+/.exec((await newestMail()).text)?.[0] ?? '');
    return this.send('GET', link.pathname.replace('/v1/auth', '') + link.search);
  }
}

async function newestMail(count = 1): Promise<Mail> {
  await vi.waitFor(() => expect(mails.length).toBeGreaterThanOrEqual(count));
  const mail = mails.at(-1);
  if (mail === undefined) throw new Error('There is no mail.');
  return mail;
}

async function signedUp(email: string): Promise<Browser> {
  const browser = new Browser();
  mails = [];
  await browser.signUp(email);
  await browser.openLink();
  return browser;
}

const status = (answer: Response | AccountRefusal): number => answer.status;
const reason = (answer: Response | AccountRefusal): string =>
  answer instanceof Response ? 'accepted' : answer.reason;

const signUpShape = async (email: string) => {
  const answer = await new Browser().signUp(email);
  if (!(answer instanceof Response)) throw new Error(answer.reason);
  const body: { user: Record<string, unknown> } = await answer.clone().json();
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, ''));
  const types = Object.entries(body.user).map(([name, value]) => `${name} ${typeof value}`);
  return { status: answer.status, keys: Object.keys(body), types, cookies };
};

const requestCode = async (browser: Browser, email: string): Promise<string> => {
  mails = [];
  const answer = await browser.post('/email-otp/send-verification-otp', { email, type: 'sign-in' });
  expect(answer instanceof Response && (await answer.json())).toEqual({ success: true });
  return /^\d{6}/.exec((await newestMail()).subject)?.[0] ?? '';
};

describe('the tables', () => {
  const tables: readonly Table[] = Object.values(schema);

  it.each(tables.map((table) => [getTableName(table), table] as const))(
    'have the same columns in Drizzle and in D1: %s',
    async (name, table) => {
      const { results } = await env.CATALOG.prepare(`PRAGMA table_info("${name}")`).all<{
        name: string;
        notnull: number;
        pk: number;
      }>();
      const stored = results.map((column) => `${column.name} ${column.notnull === 1 || column.pk === 1}`);
      const mapped = Object.values(getTableColumns(table)).map(
        (column) => `${column.name} ${column.notNull || column.primary}`,
      );
      expect(mapped.toSorted()).toEqual(stored.toSorted());
    },
  );
});

describe('a sign-up with a password', () => {
  it('opens no session before the address is confirmed in the same browser', async () => {
    const browser = new Browser();
    await browser.signUp('ann@example.org');
    expect(await browser.account()).toBeUndefined();
    expect(reason(await browser.signIn('ann@example.org'))).toBe('EMAIL_NOT_VERIFIED');
    await browser.openLink();
    expect(await browser.account()).toMatchObject({ email: 'ann@example.org', name: 'Ann', isAdmin: false });
  });

  it('answers the same for a new and for an existing address', async () => {
    await signedUp('ann@example.org');
    mails = [];
    const existing = await signUpShape('ann@example.org');
    expect((await newestMail()).subject).toBe('You already have an account');
    expect(existing).toEqual(await signUpShape('new@example.org'));
    expect((await newestMail(2)).subject).toBe('Confirm your e-mail address');
  });

  it('cannot take over an address: the link works only in the browser that signed up', async () => {
    const stranger = new Browser();
    await stranger.signUp('ann@example.org', 'the password of a stranger');
    const ann = new Browser();
    const opened = await ann.openLink();
    expect(opened instanceof Response && opened.headers.get('location')).toBe(
      `${origin}/sign-in?error=other_browser`,
    );
    expect(await ann.account()).toBeUndefined();
    // Ann's own sign-up gives her browser another cookie, so the stranger's link still fails.
    const link = mails[0];
    await ann.signUp('ann@example.org');
    await newestMail(2);
    mails = link === undefined ? [] : [link];
    await ann.openLink();
    expect(await ann.account()).toBeUndefined();
    // A code proves that the inbox is hers, and removes the stranger's password.
    mails = [];
    await ann.post('/email-otp/send-verification-otp', { email: 'ann@example.org', type: 'sign-in' });
    const otp = /^\d{6}/.exec((await newestMail()).subject)?.[0];
    await ann.post('/sign-in/email-otp', { email: 'ann@example.org', otp });
    expect(await ann.account()).toMatchObject({ email: 'ann@example.org' });
    expect(reason(await stranger.signIn('ann@example.org', 'the password of a stranger'))).toBe(
      'INVALID_EMAIL_OR_PASSWORD',
    );
  });

  it('needs a long password and cannot set fields of the account', async () => {
    const browser = new Browser();
    expect(reason(await browser.signUp('ann@example.org', 'short'))).toBe('PASSWORD_TOO_SHORT');
    const body = { email: 'ann@example.org', password, name: 'Ann', isAdmin: true, emailVerified: true };
    await browser.post('/sign-up/email', body);
    const row = await env.CATALOG.prepare('SELECT is_admin, email_verified FROM user').first();
    expect(row ?? { is_admin: 0, email_verified: 0 }).toEqual({ is_admin: 0, email_verified: 0 });
  });
});

describe('sessions', () => {
  it('are cookies that only this host and no script can read', async () => {
    const browser = new Browser();
    await browser.signUp('ann@example.org');
    const answer = await browser.openLink();
    const cookies = answer instanceof Response ? answer.headers.getSetCookie() : [];
    const cookie = cookies.find((line) => line.includes('session_token')) ?? '';
    expect(cookie).toMatch(/^__Host-wherefore\.session_token=/);
    expect(
      cookie
        .split('; ')
        .slice(1)
        .map((part) => part.toLowerCase())
        .toSorted(),
    ).toEqual(['httponly', `max-age=${30 * 86_400}`, 'path=/', 'samesite=lax', 'secure']);
  });

  it('are new after each sign-in, and end at once with the sign-out', async () => {
    const browser = await signedUp('ann@example.org');
    const first = browser.headers();
    const second = new Browser();
    second.cookies.set(
      '__Host-wherefore.session_token',
      browser.cookies.get('__Host-wherefore.session_token') ?? '',
    );
    await second.signIn('ann@example.org');
    expect(second.headers().get('cookie')).not.toBe(first.get('cookie'));
    await browser.post('/sign-out', {});
    expect(await accounts.find(first)).toBeUndefined();
    expect(await second.account()).toMatchObject({ email: 'ann@example.org' });
  });

  it('can be listed and revoked', async () => {
    const browser = await signedUp('ann@example.org');
    const second = new Browser();
    await second.signIn('ann@example.org');
    const listed = await browser.send('GET', '/list-sessions');
    const sessions: readonly { token: string; current?: boolean }[] =
      listed instanceof Response ? await listed.json() : [];
    expect(sessions).toHaveLength(2);
    await browser.post('/revoke-other-sessions', {});
    expect(await second.account()).toBeUndefined();
    expect(await browser.account()).toBeDefined();
  });

  it('are not accepted with a changed signature, or without the prefix', async () => {
    const browser = await signedUp('ann@example.org');
    const value = browser.cookies.get('__Host-wherefore.session_token') ?? '';
    const wrong = [
      `__Host-wherefore.session_token=${value.slice(0, -8)}AAAAAAAA`,
      `__Host-wherefore.session_token=${value.split('.')[0]}`,
      `wherefore.session_token=${value}`,
    ];
    for (const cookie of wrong) expect(await accounts.find(new Headers({ cookie }))).toBeUndefined();
  });

  it('are not changed by requests from other origins', async () => {
    const browser = await signedUp('ann@example.org');
    for (const forged of ['https://evil.example', 'null'])
      expect(status(await browser.post('/sign-out', {}, { origin: forged }))).toBe(403);
    expect(await browser.account()).toBeDefined();
    const redirect = { email: 'ann@example.org', redirectTo: 'https://evil.example' };
    expect(status(await browser.post('/request-password-reset', redirect))).toBe(403);
  });
});

describe('a code by e-mail', () => {
  it('signs in with and without an account, once', async () => {
    const browser = new Browser();
    const otp = await requestCode(browser, 'ann@example.org');
    await browser.post('/sign-in/email-otp', { email: 'ann@example.org', otp });
    expect(await browser.account()).toMatchObject({ email: 'ann@example.org', name: 'ann' });
    const replayed = await new Browser().post('/sign-in/email-otp', { email: 'ann@example.org', otp });
    expect(reason(replayed)).toBe('INVALID_OTP');
  });

  it('is void after three wrong attempts, or after five minutes', async () => {
    const browser = new Browser();
    const otp = await requestCode(browser, 'ann@example.org');
    const wrong = otp === '000000' ? '111111' : '000000';
    const attempt = (code: string) =>
      browser.post('/sign-in/email-otp', { email: 'ann@example.org', otp: code });
    for (let count = 0; count < 3; count += 1) expect(reason(await attempt(wrong))).toBe('INVALID_OTP');
    expect(reason(await attempt(otp))).not.toBe('accepted');
    const second = await requestCode(browser, 'ann@example.org');
    await env.CATALOG.prepare('UPDATE verification SET expires_at = ?1')
      .bind(Date.now() - 1)
      .run();
    expect(reason(await attempt(second))).not.toBe('accepted');
    expect(await browser.account()).toBeUndefined();
  });

  it('cannot be guessed by concurrent attempts', async () => {
    const otp = await requestCode(new Browser(), 'ann@example.org');
    const guesses = Array.from({ length: 12 }, (_, index) => String((Number(otp) + index + 1) % 1_000_000));
    const attempt = (code: string) =>
      new Browser().post('/sign-in/email-otp', { email: 'ann@example.org', otp: code.padStart(6, '0') });
    const answers = await Promise.all([...guesses, otp].map(attempt));
    expect(answers.map(reason)).toEqual(Array.from({ length: 13 }, () => 'INVALID_OTP'));
    expect(reason(await attempt(await requestCode(new Browser(), 'ann@example.org')))).toBe('accepted');
  });

  it('is stored only as a hash', async () => {
    const otp = await requestCode(new Browser(), 'ann@example.org');
    const row = await env.CATALOG.prepare('SELECT value FROM verification').first<{ value: string }>();
    expect(row?.value).not.toContain(otp);
  });
});

describe('a password reset', () => {
  it('answers the same for unknown addresses, works once and ends all sessions', async () => {
    const browser = await signedUp('ann@example.org');
    mails = [];
    const request = (email: string) => browser.post('/request-password-reset', { email });
    const [known, unknown] = [await request('ann@example.org'), await request('nobody@example.org')];
    const read = (answer: Response | AccountRefusal) =>
      answer instanceof Response ? answer.text() : reason(answer);
    expect(await read(known)).toBe(await read(unknown));
    const token = /#token=(\S+)/.exec((await newestMail()).text)?.[1];
    expect(mails).toHaveLength(1);
    const newPassword = 'another long password';
    expect(status(await browser.post('/reset-password', { newPassword, token }))).toBe(200);
    expect(await browser.account()).toBeUndefined();
    expect(reason(await browser.post('/reset-password', { newPassword, token }))).toBe('INVALID_TOKEN');
    expect(reason(await browser.signIn('ann@example.org'))).toBe('INVALID_EMAIL_OR_PASSWORD');
    expect(status(await browser.signIn('ann@example.org', newPassword))).toBe(200);
  });
});

describe('password resets', () => {
  it('are void as soon as one of them is used', async () => {
    const browser = await signedUp('ann@example.org');
    mails = [];
    for (let count = 0; count < 2; count += 1)
      await browser.post('/request-password-reset', { email: 'ann@example.org' });
    await newestMail(2);
    const [first, second] = mails.map(({ text }) => /#token=(\S+)/.exec(text)?.[1]);
    const reset = (token: string | undefined) =>
      browser.post('/reset-password', { newPassword: 'another long password', token });
    expect(status(await reset(second))).toBe(200);
    expect(reason(await reset(first))).toBe('INVALID_TOKEN');
  });
});

describe('attempts', () => {
  it('are limited for each client address', async () => {
    const browser = new Browser();
    const answers = [];
    for (let count = 0; count < 12; count += 1)
      answers.push(await browser.signIn(`nobody${count}@example.org`));
    expect(answers.map(status)).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    const refused = answers.at(-1);
    expect(refused instanceof Response ? undefined : refused?.retryAfterSeconds).toBeGreaterThan(50);
    nowMs += 61_000;
    expect(status(await browser.signIn('nobody@example.org'))).toBe(401);
  });

  it('are limited for each e-mail address, from whatever client address', async () => {
    const answers = [];
    for (let count = 0; count < 22; count += 1)
      answers.push(await new Browser().signIn('ann@example.org', 'a wrong password'));
    expect(answers.filter((answer) => status(answer) === 401)).toHaveLength(20);
    const toBen = { email: 'ben@example.org', type: 'sign-in' };
    const sent = [];
    for (let count = 0; count < 8; count += 1)
      sent.push(await new Browser().post('/email-otp/send-verification-otp', toBen));
    expect(sent.map(reason)).toEqual([
      ...Array.from({ length: 6 }, () => 'accepted'),
      'TOO_MANY_ATTEMPTS',
      'TOO_MANY_ATTEMPTS',
    ]);
  });

  it('are exact with concurrent requests', async () => {
    const browser = new Browser();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => browser.signIn(`nobody${index}@example.org`)),
    );
    expect(answers.filter((answer) => status(answer) === 401)).toHaveLength(10);
  });
});

describe('an admin', () => {
  beforeEach(() => {
    accounts = open({ adminEmail: 'Root@example.org' });
  });

  it('is made by a sign-in with the confirmed ADMIN_EMAIL', async () => {
    expect(await (await signedUp('root@example.org')).account()).toMatchObject({ isAdmin: true });
    expect(await (await signedUp('ann@example.org')).account()).toMatchObject({ isAdmin: false });
  });

  it('is not made without confirmation', async () => {
    const browser = new Browser();
    await browser.signUp('root@example.org');
    await browser.signIn('root@example.org');
    const row = await env.CATALOG.prepare('SELECT is_admin FROM user').first();
    expect(row).toEqual({ is_admin: 0 });
  });
});

describe('a deletion', () => {
  it('leaves no rows of the account, and keeps those of others', async () => {
    const ben = await signedUp('ben@example.org');
    const before = await env.CATALOG.prepare('SELECT count(*) AS rows FROM user').first();
    const ann = await signedUp('ann@example.org');
    await ann.post('/email-otp/send-verification-otp', { email: 'ann@example.org', type: 'sign-in' });
    await ann.post('/request-password-reset', { email: 'ann@example.org' });
    const { id = '' } = (await ann.account()) ?? {};
    expect(await accounts.listSignInMethods(id)).toEqual(['password', 'code']);
    expect(await accounts.exists(id)).toBe(true);
    expect(await accounts.deleteAccount(id)).toBe(true);
    expect(await accounts.deleteAccount(id)).toBe(false);
    expect(await accounts.exists(id)).toBe(false);
    expect(await accounts.listSignInMethods(id)).toEqual([]);
    expect(await ann.account()).toBeUndefined();
    expect(await ben.account()).toBeDefined();
    expect(await env.CATALOG.prepare('SELECT count(*) AS rows FROM user').first()).toEqual(before);
    const { user, session, account, verification } = await countRows(env.CATALOG);
    expect({ user, session, account, verification }).toEqual({
      user: 1,
      session: 1,
      account: 1,
      verification: undefined,
    });
  });

  it('of expired rows leaves the others', async () => {
    await signedUp('ann@example.org');
    await new Browser().signUp('never@example.org');
    nowMs += 8 * 86_400_000;
    await accounts.removeExpired();
    expect(await countRows(env.CATALOG)).toEqual({ user: 1, session: 1, account: 1 });
    nowMs += 30 * 86_400_000;
    await accounts.removeExpired();
    expect(await countRows(env.CATALOG)).toEqual({ user: 1, account: 1 });
  });
});
