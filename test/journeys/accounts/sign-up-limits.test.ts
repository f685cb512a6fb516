/** A hosted server without a mail server writes mails to its log, checks that people sign up, and limits attempts by address. Open mode has no accounts. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHostedServer, type HostedServer } from '../../support/accounts/hosted-server.ts';
import { HttpBrowser } from '../../support/accounts/http-browser.ts';
import { startTurnstile, type TurnstileServer } from '../../support/accounts/start-turnstile.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';

const password = 'a long enough password';

describe('a hosted server with Turnstile', () => {
  let turnstile: TurnstileServer;
  let hosted: HostedServer;
  beforeAll(async () => {
    turnstile = await startTurnstile('turnstile-secret');
    hosted = await startHostedServer({
      TURNSTILE_SITE_KEY: 'site-key',
      TURNSTILE_SECRET: 'turnstile-secret',
      TURNSTILE_URL: turnstile.url,
      LOOPBACK_HOSTS: turnstile.host,
      MAIL_URL: '',
      SIGN_INS_PER_MINUTE: '4',
    });
  });
  afterAll(async () => {
    await hosted.close();
    await turnstile.close();
  });

  const signUp = (email: string, token?: string) =>
    new HttpBrowser(hosted).post(
      '/v1/auth/sign-up/email',
      { name: 'Ann', email, password },
      token === undefined ? {} : { 'x-human-check': token },
    );

  it('names its ways to sign in and the site key', async () => {
    const { body } = await new HttpBrowser(hosted).get('/v1/auth/methods');
    expect(body).toEqual({
      methods: ['password', 'code', 'github'],
      humanCheck: { kind: 'turnstile', siteKey: 'site-key' },
    });
  });

  it('signs up people only, each token once, and writes the link to the log', async () => {
    turnstile.tokens.add('person');
    for (const token of [undefined, 'robot']) {
      const refused = await signUp('ann@example.org', token);
      expect([refused.status, refused.body?.['code']]).toEqual([403, 'human_check_refused']);
    }
    expect((await signUp('ann@example.org', 'person')).status).toBe(200);
    expect((await signUp('ben@example.org', 'person')).status).toBe(403);
    expect(turnstile.calls.at(-1)).toMatchObject({ response: 'person', remoteip: '127.0.0.1' });
    await expect
      .poll(() => hosted.readLog())
      .toMatch(/"to":"ann@example\.org".*\/v1\/auth\/verify-email\?token=/);
    expect(await hosted.readLog()).not.toContain('ben@example.org');
  });

  it('signs up nobody while Turnstile does not answer as documented', async () => {
    turnstile.fault = 'no-json';
    const refused = await signUp('cid@example.org', 'person');
    turnstile.fault = 'none';
    expect([refused.status, refused.body?.['code']]).toEqual([503, 'human_check_unavailable']);
  });

  it('limits the sign-ins of a client address, which a header cannot change', async () => {
    const answers = [];
    for (let index = 1; index <= 6; index += 1) {
      const answer = await new HttpBrowser(hosted).post(
        '/v1/auth/sign-in/email',
        { email: `nobody${index}@example.org`, password },
        {
          'cf-connecting-ip': `192.0.2.${index}`,
          'x-client-address': `192.0.2.${index}`,
          'x-wherefore-address': `192.0.2.${index}`,
          'x-forwarded-for': `192.0.2.${index}`,
        },
      );
      answers.push(answer);
    }
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 429, 429]);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('open mode', () => {
  it('has no accounts: every route answers 404 and says so', async () => {
    const { server } = await shareJourneyServer();
    const paths = ['methods', 'get-session', 'sign-in/email', 'sign-up/email', 'callback/github', 'anything'];
    for (const path of paths)
      for (const method of ['GET', 'POST']) {
        const response = await fetch(`${server.url}/v1/auth/${path}`, {
          method,
          headers: { 'content-type': 'application/json', cookie: '__Host-wherefore.session_token=a.b' },
          ...(method === 'POST' ? { body: '{}' } : {}),
        });
        const { code, detail } = (await response.json()) as { code: string; detail: string };
        expect([method, path, response.status, code]).toEqual([method, path, 404, 'accounts_disabled']);
        expect(detail).toContain('open mode');
        expect(response.headers.getSetCookie()).toEqual([]);
      }
  });
});
