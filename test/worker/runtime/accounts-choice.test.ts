/** Hosted mode reports everything it lacks at once. Open mode ignores the variables of accounts. */
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../worker/runtime/config.ts';
import { hostedSecrets } from '../../support/accounts/hosted-server.ts';

const complete = { MODE: 'hosted', PUBLIC_URL: 'https://code.example.org', ...hostedSecrets };

function problemsOf(environment: Readonly<Record<string, unknown>>): string[] {
  try {
    parseConfig(environment);
    return [];
  } catch (error) {
    return error instanceof Error ? error.message.split('\n').slice(1) : [];
  }
}

describe('hosted mode', () => {
  it('starts with its four secrets and addresses', () => {
    expect(parseConfig(complete).accounts).toEqual({
      secret: hostedSecrets.AUTH_SECRET,
      publicUrl: 'https://code.example.org',
      adminEmail: undefined,
      mail: undefined,
      github: undefined,
      turnstile: undefined,
      signInsPerMinute: 20,
    });
  });

  it('reports everything that is missing together with the other problems', () => {
    expect(problemsOf({ MODE: 'hosted', TOP_K: 'many' }).toSorted()).toEqual([
      'AUTH_SECRET is not set; MODE=hosted needs it.',
      'PUBLIC_URL is not set; MODE=hosted needs it.',
      'RECEIPT_KEYS is not set; MODE=hosted needs it.',
      'TOKEN_KEYS is not set; MODE=hosted needs it.',
      'TOP_K is "many"; it must be a whole number from 1 to 100.',
    ]);
  });

  it.each([
    ['AUTH_SECRET', { AUTH_SECRET: 'short' }, /AUTH_SECRET has 5 characters/],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://code.example.org' }, /needs https/],
    [
      'ADMIN_EMAIL',
      { ADMIN_EMAIL: 'a@b.example, c@d.example' },
      /ADMIN_EMAIL is "a@b\.example, c@d\.example"/,
    ],
    ['MAIL_KEY', { MAIL_URL: 'https://api.resend.com' }, /MAIL_KEY is not set, but MAIL_URL is/],
    [
      'MAIL_URL',
      { MAIL_URL: 'http://10.0.0.1', MAIL_KEY: 'k', MAIL_FROM: 'a@b.example' },
      /MAIL_URL is "http/,
    ],
    ['GITHUB_CLIENT_SECRET', { GITHUB_CLIENT_ID: 'id' }, /GITHUB_CLIENT_SECRET is not set/],
    ['TURNSTILE_SITE_KEY', { TURNSTILE_SECRET: 'secret' }, /TURNSTILE_SITE_KEY is not set/],
    ['SIGN_INS_PER_MINUTE', { SIGN_INS_PER_MINUTE: '0' }, /SIGN_INS_PER_MINUTE is "0"/],
  ])('reports a wrong or missing %s', (_, wrong, expected) => {
    const problems = problemsOf({ ...complete, ...wrong });
    expect(problems.join('\n')).toMatch(expected);
  });

  it('never repeats a secret', () => {
    const wrong = { AUTH_SECRET: 'short-secret', TOKEN_KEYS: 'token-secret', RECEIPT_KEYS: 'receipt-secret' };
    const problems = problemsOf({ ...complete, ...wrong });
    expect(problems).toHaveLength(3);
    for (const secret of Object.values(wrong)) expect(problems.join()).not.toContain(secret);
  });

  it('may call local servers that LOOPBACK_HOSTS lists, and be one', () => {
    const local = {
      PUBLIC_URL: 'http://127.0.0.1:9000',
      MAIL_URL: 'http://127.0.0.1:9001/',
      MAIL_KEY: 'k',
      MAIL_FROM: 'a@b.example',
      LOOPBACK_HOSTS: '127.0.0.1:9001',
    };
    expect(parseConfig({ ...complete, ...local }).accounts?.mail?.url).toBe('http://127.0.0.1:9001');
  });
});

describe('open mode', () => {
  it('ignores the variables of accounts, also wrong ones', () => {
    const wrong = { AUTH_SECRET: 'short', ADMIN_EMAIL: '?', MAIL_URL: 'x', SIGN_INS_PER_MINUTE: 'many' };
    expect(parseConfig({ MODE: 'open', ...wrong })).toEqual(parseConfig({}));
  });
});
