/** People sign up, in and out of a hosted server, by password, by code and with GitHub, over HTTP on loopback. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startHostedServer, octoAnn, type HostedServer } from '../../support/accounts/hosted-server.ts';
import { HttpBrowser, linkOf, type Answer } from '../../support/accounts/http-browser.ts';
import type { GitHubFault } from '../../support/accounts/start-github-sign-in.ts';

const password = 'a long enough password';
const sessionCookie = '__Host-wherefore.session_token';

let hosted: HostedServer;
let browser: HttpBrowser;
beforeAll(async () => {
  hosted = await startHostedServer({ ADMIN_EMAIL: 'root@example.org' });
});
afterAll(() => hosted.close());
beforeEach(() => {
  browser = new HttpBrowser(hosted);
  hosted.github.fault = 'none';
  hosted.github.person = octoAnn;
});

const code = ({ body }: Answer): unknown => body?.['code'];
/** What a client sees of the answer to a sign-up, without its random values. */
const shape = ({ status, body, headers }: Answer) => ({
  status,
  fields: Object.keys(body ?? {}),
  user: Object.keys((body?.['user'] ?? {}) as object),
  cookies: headers.getSetCookie().map((line) => line.split('=')[0]),
});
const errorOf = ({ location = '' }: Answer): string | null =>
  new URL(location, hosted.url).searchParams.get('error');
let people = 0;
const newAddress = (): string => `person${(people += 1)}@example.org`;

async function signUpAndConfirm(email: string): Promise<HttpBrowser> {
  const opened = new HttpBrowser(hosted);
  const { length } = hosted.mail.mails;
  await opened.signUp(email, password);
  await opened.get(linkOf(await opened.mail(length)));
  return opened;
}

describe('a password', () => {
  it('signs in after the link of the mail is opened in the same browser', async () => {
    const email = newAddress();
    const { length } = hosted.mail.mails;
    expect((await browser.signUp(email, password)).status).toBe(200);
    const early = await browser.post('/v1/auth/sign-in/email', { email, password });
    expect([early.status, code(early)]).toEqual([403, 'email_not_verified']);
    const link = linkOf(await browser.mail(length));
    expect(new URL(link).origin).toBe(hosted.url);
    const elsewhere = await new HttpBrowser(hosted).get(link);
    expect(elsewhere.location).toBe(`${hosted.url}/sign-in?error=other_browser`);
    const opened = await browser.get(link);
    expect([opened.status, opened.location]).toEqual([302, '/welcome']);
    expect(await browser.signedInAs()).toBe(email);
    const cookie = opened.headers.getSetCookie().find((line) => line.startsWith(`${sessionCookie}=`)) ?? '';
    expect(cookie).toMatch(/; Path=\//);
    for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax'])
      expect(cookie).toContain(`; ${attribute}`);
    expect(cookie).not.toMatch(/Domain/i);
    expect(opened.headers.get('cache-control')).toBe('no-store');
  });

  it('is refused if it is wrong, like that of an unknown address', async () => {
    const email = newAddress();
    await signUpAndConfirm(email);
    const wrong = { password: 'wrong password' };
    const known = await browser.post('/v1/auth/sign-in/email', { email, ...wrong });
    const unknown = await browser.post('/v1/auth/sign-in/email', { email: 'nobody@example.org', ...wrong });
    expect([known.status, code(known)]).toEqual([401, 'sign_in_refused']);
    const { requestId: first, ...knownProblem } = known.body ?? {};
    const { requestId: second, ...unknownProblem } = unknown.body ?? {};
    expect(knownProblem).toEqual(unknownProblem);
    expect(first).not.toBe(second);
  });

  it('can be reset with a link, once, which ends all sessions', async () => {
    const email = newAddress();
    const first = await signUpAndConfirm(email);
    const { length } = hosted.mail.mails;
    const asked = await browser.post('/v1/auth/request-password-reset', { email });
    const unknown = await browser.post('/v1/auth/request-password-reset', { email: 'nobody@example.org' });
    expect(asked.body).toEqual(unknown.body);
    const token = new URL(linkOf(await browser.mail(length))).hash.replace('#token=', '');
    const newPassword = 'another long password';
    expect((await browser.post('/v1/auth/reset-password', { token, newPassword })).status).toBe(200);
    const replayed = await browser.post('/v1/auth/reset-password', { token, newPassword });
    expect([replayed.status, code(replayed)]).toEqual([400, 'account_request_refused']);
    expect(replayed.body).toMatchObject({ fix: 'Request a new link.' });
    expect(await first.signedInAs()).toBeUndefined();
    expect((await browser.post('/v1/auth/sign-in/email', { email, password })).status).toBe(401);
    await browser.post('/v1/auth/sign-in/email', { email, password: newPassword });
    expect(await browser.signedInAs()).toBe(email);
  });

  it('of a sign-up with an existing address changes nothing, and the answer does not show it', async () => {
    const email = newAddress();
    await signUpAndConfirm(email);
    const { length } = hosted.mail.mails;
    const again = await browser.signUp(email, 'the password of a stranger');
    const fresh = await new HttpBrowser(hosted).signUp(newAddress(), password);
    expect(shape(again)).toEqual(shape(fresh));
    const subjects = [await browser.mail(length), await browser.mail(length + 1)].map(
      ({ subject }) => subject,
    );
    expect(subjects.toSorted()).toEqual(['Confirm your e-mail address', 'You already have an account']);
    const stranger = { email, password: 'the password of a stranger' };
    expect((await browser.post('/v1/auth/sign-in/email', stranger)).status).toBe(401);
  });
});

describe('a code', () => {
  it('signs in once, and creates an account if there is none', async () => {
    const email = newAddress();
    const otp = await browser.requestCode(email);
    expect((await browser.post('/v1/auth/sign-in/email-otp', { email, otp })).status).toBe(200);
    expect(await browser.signedInAs()).toBe(email);
    const replayed = await new HttpBrowser(hosted).post('/v1/auth/sign-in/email-otp', { email, otp });
    expect([replayed.status, code(replayed)]).toEqual([401, 'sign_in_refused']);
  });

  it('is void after three wrong ones', async () => {
    const email = newAddress();
    const otp = await browser.requestCode(email);
    const wrong = otp === '123456' ? '654321' : '123456';
    for (let count = 0; count < 3; count += 1)
      expect(code(await browser.post('/v1/auth/sign-in/email-otp', { email, otp: wrong }))).toBe(
        'sign_in_refused',
      );
    expect(code(await browser.post('/v1/auth/sign-in/email-otp', { email, otp }))).toBe('sign_in_refused');
    expect(await browser.signedInAs()).toBeUndefined();
  });

  it('is sent at most six times an hour to one address', async () => {
    const email = newAddress();
    const send = () => browser.post('/v1/auth/email-otp/send-verification-otp', { email, type: 'sign-in' });
    const answers = [];
    for (let count = 0; count < 7; count += 1) answers.push(await send());
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429]);
    const refused = answers.at(-1);
    expect(refused?.body?.['code']).toBe('too_many_attempts');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_000);
  });
});

describe('a session', () => {
  it('ends at once with the sign-out, also a copy of its cookie', async () => {
    await browser.signInWithCode(newAddress());
    const copy = new HttpBrowser(hosted);
    copy.cookies.set(sessionCookie, browser.cookies.get(sessionCookie) ?? '');
    expect(await copy.signedInAs()).toBeDefined();
    await browser.post('/v1/auth/sign-out');
    expect(browser.cookies.has(sessionCookie)).toBe(false);
    expect(await copy.signedInAs()).toBeUndefined();
  });

  it('cannot be planted: a sign-in replaces the cookie that was there', async () => {
    const mallory = new HttpBrowser(hosted);
    await mallory.signInWithCode(newAddress());
    const planted = mallory.cookies.get(sessionCookie) ?? '';
    browser.cookies.set(sessionCookie, planted);
    const email = newAddress();
    await browser.signInWithCode(email);
    expect(browser.cookies.get(sessionCookie)).not.toBe(planted);
    expect(await browser.signedInAs()).toBe(email);
    expect(await mallory.signedInAs()).not.toBe(email);
  });

  it('can be listed and ended from another browser', async () => {
    const email = newAddress();
    await browser.signInWithCode(email);
    const second = new HttpBrowser(hosted);
    await second.signInWithCode(email);
    const response = await browser.get('/v1/auth/list-sessions');
    expect(Object.values(response.body ?? {})).toHaveLength(2);
    await browser.post('/v1/auth/revoke-other-sessions');
    expect(await second.signedInAs()).toBeUndefined();
    expect(await browser.signedInAs()).toBe(email);
    expect(code(await second.get('/v1/auth/list-sessions'))).toBe('sign_in_required');
  });

  it('is not used for requests from other sites', async () => {
    const email = newAddress();
    await browser.signInWithCode(email);
    for (const origin of ['https://evil.example', 'null', hosted.url.replace('127.0.0.1', 'localhost')])
      expect((await browser.post('/v1/auth/sign-out', {}, { origin })).status).toBe(403);
    expect(await browser.signedInAs()).toBe(email);
  });

  it('of the confirmed ADMIN_EMAIL belongs to an admin', async () => {
    await browser.signUp('root@example.org', password);
    expect(
      (await browser.post('/v1/auth/sign-in/email', { email: 'root@example.org', password })).status,
    ).toBe(403);
    const admin = new HttpBrowser(hosted);
    const { body } = await admin.signInWithCode('root@example.org');
    expect(body).toBeDefined();
    const { body: session } = await admin.get('/v1/auth/get-session');
    expect(session?.['user']).toMatchObject({ email: 'root@example.org', isAdmin: true });
    // The password of the unconfirmed sign-up is gone.
    expect(code(await browser.post('/v1/auth/sign-in/email', { email: 'root@example.org', password }))).toBe(
      'sign_in_refused',
    );
  });
});

describe('GitHub', () => {
  it('signs in with PKCE and state, and asks for no repository', async () => {
    const answer = await browser.signInWithGitHub();
    expect([answer.status, answer.location]).toEqual([302, '/dashboard']);
    expect(await browser.signedInAs()).toBe('ann@octo.example');
    expect(hosted.github.violations).toEqual([]);
    const again = new HttpBrowser(hosted);
    await again.signInWithGitHub();
    expect(await again.signedInAs()).toBe('ann@octo.example');
  });

  it.each([
    ['denied', 'access_denied'],
    ['wrong-state', 'state_mismatch'],
    ['expired-code', 'invalid_code'],
    ['token-error', 'invalid_code'],
    ['token-silence', 'invalid_code'],
    ['user-error', 'unable_to_get_user_info'],
    ['emails-error', 'unable_to_get_user_info'],
  ] as const satisfies readonly (readonly [GitHubFault, string])[])(
    'fails cleanly: %s',
    async (fault, error) => {
      hosted.github.fault = fault;
      const answer = await browser.signInWithGitHub();
      expect(answer.status).toBe(302);
      expect(new URL(answer.location ?? '', hosted.url).pathname).toBe('/sign-in');
      expect(errorOf(answer)).toBe(error);
      expect(await browser.signedInAs()).toBeUndefined();
    },
  );

  it('refuses a replayed callback, one of another browser, and one without state', async () => {
    const callback = await browser.openGitHub();
    expect(errorOf(await new HttpBrowser(hosted).get(callback))).toBe('state_mismatch');
    const withoutState = new URL(callback);
    withoutState.searchParams.delete('state');
    expect(errorOf(await browser.get(withoutState.href))).toBe('state_not_found');
    await browser.get(callback);
    expect(await browser.signedInAs()).toBe('ann@octo.example');
    await browser.post('/v1/auth/sign-out');
    expect(errorOf(await browser.get(callback))).toBe('state_mismatch');
    expect(await browser.signedInAs()).toBeUndefined();
  });

  it('does not sign in people without a verified address', async () => {
    const emails = [{ email: 'victim@example.org', primary: true, verified: false }];
    hosted.github.person = { id: 5_000, login: 'mallory', name: null, emails };
    expect(errorOf(await browser.signInWithGitHub())).toBe('email_not_found');
    expect(await browser.signedInAs()).toBeUndefined();
  });

  it('opens the account with the same address only if GitHub verified it', async () => {
    const email = newAddress();
    await signUpAndConfirm(email);
    const person = (verified: boolean) => ({
      id: 6_000,
      login: 'ann',
      name: null,
      emails: [{ email, primary: true, verified }],
    });
    hosted.github.person = person(false);
    await browser.signInWithGitHub();
    expect(await browser.signedInAs()).toBeUndefined();
    hosted.github.person = person(true);
    await browser.signInWithGitHub();
    expect(await browser.signedInAs()).toBe(email);
    await browser.post('/v1/auth/sign-out');
    await browser.post('/v1/auth/sign-in/email', { email, password });
    expect(await browser.signedInAs()).toBe(email);
  });

  it('takes over an address that somebody else signed up with but never confirmed', async () => {
    const email = newAddress();
    const stranger = { email, password: 'the password of a stranger' };
    await new HttpBrowser(hosted).signUp(stranger.email, stranger.password);
    const emails = [{ email, primary: true, verified: true }];
    hosted.github.person = { id: 7_000, login: 'ann', name: null, emails };
    await browser.signInWithGitHub();
    expect(await browser.signedInAs()).toBe(email);
    const refused = await new HttpBrowser(hosted).post('/v1/auth/sign-in/email', stranger);
    expect(code(refused)).toBe('sign_in_refused');
  });
});

describe('requests that the contract does not allow', () => {
  it.each([
    [
      'a redirect to another site',
      '/sign-in/social',
      { provider: 'github', callbackURL: 'https://evil.example' },
    ],
    ['a redirect without a scheme', '/sign-in/social', { provider: 'github', callbackURL: '//evil.example' }],
    ['more scopes', '/sign-in/social', { provider: 'github', scopes: ['repo'] }],
    ['an admin by request', '/sign-up/email', { name: 'A', email: 'a@b.example', password, isAdmin: true }],
    [
      'another type of code',
      '/email-otp/send-verification-otp',
      { email: 'a@b.example', type: 'forget-password' },
    ],
    ['no address', '/request-password-reset', { email: 'nobody' }],
  ])('are refused: %s', async (_, path, body) => {
    const answer = await browser.post(`/v1/auth${path}`, body);
    expect([answer.status, code(answer)]).toEqual([400, 'invalid_request']);
  });

  it('are refused if their body is too large or another type', async () => {
    const large = { email: 'a@b.example', password: 'x'.repeat(10_000) };
    expect((await browser.post('/v1/auth/sign-in/email', large)).status).toBe(413);
  });

  it.each([
    '/v1/auth/error',
    '/v1/auth/ok',
    '/v1/auth/delete-user',
    '/v1/auth/get-access-token',
    '/v1/auth/x',
  ])('find no route: %s', async (path) => {
    for (const answer of [await browser.get(path), await browser.post(path)])
      expect([answer.status, code(answer)]).toEqual([404, 'route_not_found']);
  });
});

describe('a failing mail server', () => {
  it('changes no answer, and its key is not in the log', async () => {
    hosted.mail.fault = 'refused';
    const answer = await browser.post('/v1/auth/email-otp/send-verification-otp', {
      email: newAddress(),
      type: 'sign-in',
    });
    hosted.mail.fault = 'none';
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    await expect.poll(() => hosted.readLog()).toContain('mail server answered 403');
    const log = await hosted.readLog();
    expect(log).not.toContain('Bearer re_key');
    expect(log).not.toContain(password);
  });
});
