/** The pages of an account in a browser, against a hosted server: from the sign-up to the deletion, and their states by axe. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HttpBrowser, linkOf, waitForMail } from '../../support/accounts/http-browser.ts';
import { startHostedServer, type HostedServer } from '../../support/accounts/hosted-server.ts';
import { findAxeViolations } from '../../support/browser/axe-violations.ts';
import { shareBrowser } from '../../support/browser/browser.ts';

const password = 'a long enough password';
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

let hosted: HostedServer;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  // All pages of a journey have the same address.
  hosted = await startHostedServer({ ANONYMOUS_REQUESTS_PER_MINUTE: '10000' });
});
afterAll(() => hosted?.close());
beforeEach(async () => {
  const browser = await shareBrowser();
  context = await browser.newContext({ viewport: desktop, reducedMotion: 'reduce' });
  page = await context.newPage();
});
afterEach(() => context.close());

let people = 0;
const newAddress = (): string => `reader${(people += 1)}@example.org`;
const open = (path: string): Promise<unknown> => page.goto(hosted.url + path);
const button = (name: string | RegExp) => page.getByRole('button', { name });
const submit = (name: string) => page.getByRole('button', { name, exact: true }).click();

/** Signs in with a code, without the pages. */
async function signIn(email = newAddress()): Promise<string> {
  const person = new HttpBrowser(hosted);
  await person.signInWithCode(email);
  await context.addCookies(
    [...person.cookies].map(([name, value]) => ({
      name,
      value,
      url: hosted.url.replace('http:', 'https:'),
      secure: true,
      httpOnly: true,
      sameSite: 'Lax' as const,
    })),
  );
  return email;
}

describe('an account', () => {
  it('is created, used and deleted', async () => {
    const email = newAddress();
    const { length } = hosted.mail.mails;
    await open('/keys');
    await page.locator('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Name').fill('Ann Reader');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(password);
    await submit('Create account');
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    await page.goto(linkOf(await waitForMail(hosted, length)));
    // The sign-up returns to the page where it began.
    await page.waitForURL(`${hosted.url}/keys`);
    await page.getByText('No keys yet').waitFor();

    await button('Create a key').click();
    await page.getByLabel('Name').fill('Script');
    await page.getByLabel('Questions a day').fill('7');
    await submit('Create');
    const secret = await page.locator('code', { hasText: /^wf_[\w-]{20,}$/ }).innerText();
    const me = await fetch(`${hosted.url}/v1/usage`, { headers: { authorization: `Bearer ${secret}` } });
    expect(((await me.json()) as { limits: unknown[] }).limits).toContainEqual(
      expect.objectContaining({ limit: 'questionsPerDay', max: 7 }),
    );
    await button('I have copied it').click();
    await page.getByText('7 questions a day').waitFor();
    await button(/^Usage/).click();
    await page.getByText('Requests a day, last 30 days').waitFor();
    await page.reload();
    await page.getByText(/last used/).waitFor();
    expect(await page.getByText(secret).count()).toBe(0);
    await button(/^Revoke/).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No key is active.').waitFor();
    const refused = await fetch(`${hosted.url}/v1/usage`, { headers: { authorization: `Bearer ${secret}` } });
    expect(refused.status).toBe(401);

    await button(/Account:/).click();
    await page.getByRole('menuitem', { name: 'Dashboard' }).click();
    await page.getByText('No questions yet').waitFor();
    await page.getByText('Questions today').waitFor();

    await open('/settings');
    const choices = {
      Theme: 'dark',
      'Answer style': 'short',
      'Language of answers': 'de',
      'Repositories from GitHub': 'live',
    };
    for (const [label, value] of Object.entries(choices)) {
      const saved = page.waitForResponse(
        (response) => response.url().endsWith('/v1/preferences') && response.request().method() === 'PUT',
      );
      await page.getByLabel(label, { exact: true }).selectOption(value);
      await saved;
      await page.getByText('Saved.').waitFor();
    }
    // Another browser of the user has the same choices.
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.locator('html[data-theme="dark"]').waitFor();
    for (const [label, value] of Object.entries(choices))
      await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(value);

    await button('Delete account…').click();
    await page.getByText('1 API key').waitFor();
    await page.getByLabel(/^To confirm/).fill('another@example.org');
    expect(await button('Delete account').isDisabled()).toBe(true);
    await page.getByLabel(/^To confirm/).fill(email);
    await submit('Delete account');
    await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
    // Nothing of the user stays on the page, neither in the settings nor in the sidebar.
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      'Your account is deleted',
    ]);
    await page.getByRole('navigation').getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await button(/Account:/).count()).toBe(0);
    await page.getByRole('link', { name: 'Leave' }).click();
    await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
    expect((await new HttpBrowser(hosted).post('/v1/auth/sign-in/email', { email, password })).status).toBe(
      401,
    );
  });

  it('is entered with a code and left again, and a wrong code says so', async () => {
    const email = newAddress();
    const { length } = hosted.mail.mails;
    await open('/sign-in?view=code&to=//evil.example');
    await page.getByLabel('E-mail address').fill(email);
    await submit('Send the code');
    const code = /^\d{6}/.exec((await waitForMail(hosted, length)).subject)?.[0] ?? '';
    await page.getByLabel('Code from the mail').fill(code === '123456' ? '654321' : '123456');
    await submit('Sign in');
    await page.getByRole('alert').getByText('The sign-in failed').waitFor();
    await page.getByText('The code is wrong').waitFor();
    await page.getByLabel('Code from the mail').fill(code);
    await submit('Sign in');
    await page.waitForURL(`${hosted.url}/dashboard`);
    await button(/Account:/).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(`${hosted.url}/`);
    await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
  });

  it('gets a new password by the link of a mail', async () => {
    const email = await signIn();
    await context.clearCookies();
    const { length } = hosted.mail.mails;
    await open('/sign-in?view=forgotten');
    await page.getByLabel('E-mail address').fill(email);
    await submit('Send the link');
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    await page.goto(linkOf(await waitForMail(hosted, length)));
    await page.getByLabel('New password').fill(password);
    expect(page.url()).toBe(`${hosted.url}/reset-password`);
    await submit('Change password');
    await page.getByRole('link', { name: 'Sign in' }).last().click();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(password);
    await submit('Sign in');
    await page.waitForURL(`${hosted.url}/dashboard`);
  });

  it('gets no new password by a link that does not work, and says why', async () => {
    await open('/reset-password#token=t');
    await page.getByLabel('New password').fill(password);
    await submit('Change password');
    const alert = page.getByRole('alert');
    await alert.getByText('The link has expired, was used before or is incomplete.').waitFor();
    await alert.getByRole('link', { name: 'Request a new link' }).waitFor();
  });

  it('is what a visitor needs to add a repository and to see shared links', async () => {
    await open('/#add');
    await page.getByRole('link', { name: 'Sign in to add a repository' }).click();
    await page.waitForURL(`${hosted.url}/sign-in?to=%2F%23add`);
    await open('/settings');
    await page.getByText('To see your links, sign in.').waitFor();
    expect(await page.getByText('WHEREFORE_KEY').count()).toBe(0);
  });

  it('signs in with GitHub, and explains a refusal', async () => {
    hosted.github.fault = 'denied';
    await open('/sign-in?to=%2Fsettings');
    await button('Continue with GitHub').click();
    await page.getByRole('alert').getByText('GitHub did not sign you in').waitFor();
    hosted.github.fault = 'none';
    await button('Continue with GitHub').click();
    await page.waitForURL(`${hosted.url}/settings`);
    await page.getByText('ann@octo.example').first().waitFor();
  });

  it('ends another session', async () => {
    const email = await signIn();
    const other = new HttpBrowser(hosted);
    await other.signInWithCode(email);
    await open('/settings');
    await button(/^End the session/).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click();
    await button(/^End the session/).waitFor({ state: 'detached' });
    expect(await other.signedInAs()).toBeUndefined();
    await page.getByText('this browser', { exact: true }).waitFor();
  });
});

it('offers once to move the conversations of the browser', async () => {
  await signIn();
  await context.addInitScript(() => {
    if (sessionStorage.getItem('began') !== null) return;
    sessionStorage.setItem('began', 'yes');
    const entry = {
      id: 'c1',
      repositoryId: 'r1',
      repositoryName: 'parcel',
      title: 'A question',
      bookmarked: false,
    };
    localStorage.setItem('wherefore.conversations', JSON.stringify([{ ...entry, createdAt: 1, askedAt: 1 }]));
  });
  await open('/');
  await button('Move').click();
  await page.getByText('moved to your account').waitFor();
  await page.reload();
  await button(/Account:/).waitFor();
  expect(await button('Move').count()).toBe(0);
});

const failure = {
  type: 'about:blank',
  status: 503,
  code: 'storage_unavailable',
  requestId: 'r',
  title: 'The storage did not respond',
  detail: 'It did not answer in time.',
  fix: 'Retry in a moment.',
};
async function failCalls(): Promise<void> {
  for (const path of ['usage', 'conversations?*', 'repositories', 'keys', 'account', 'preferences'])
    await page.route(`**/v1/${path}`, (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(failure) }),
    );
}

interface State {
  readonly name: string;
  readonly path: string;
  readonly isSignedIn: boolean;
  readonly reach: () => Promise<unknown>;
  readonly isFailing?: true;
}

const states: readonly State[] = [
  {
    name: 'sign-in',
    path: '/sign-in',
    isSignedIn: false,
    reach: () => page.getByLabel('Password').waitFor(),
  },
  {
    name: 'sign-up after an error',
    path: '/sign-in?view=sign-up&error=other_browser',
    isSignedIn: false,
    reach: () => page.getByRole('alert').waitFor(),
  },
  {
    name: 'new password',
    path: '/reset-password#token=t',
    isSignedIn: false,
    reach: () => page.getByLabel('New password').waitFor(),
  },
  {
    name: 'dashboard of a visitor',
    path: '/dashboard',
    isSignedIn: false,
    reach: () => page.getByText('Sign in to see').waitFor(),
  },
  {
    name: 'dashboard',
    path: '/dashboard',
    isSignedIn: true,
    reach: () => page.getByText('Questions today').waitFor(),
  },
  {
    name: 'dashboard, failing',
    path: '/dashboard',
    isSignedIn: true,
    isFailing: true,
    reach: () => page.getByRole('alert').nth(2).waitFor(),
  },
  {
    name: 'keys with the form',
    path: '/keys',
    isSignedIn: true,
    reach: () => button('Create a key').click(),
  },
  {
    name: 'keys with a secret and usage',
    path: '/keys',
    isSignedIn: true,
    reach: async () => {
      await button('Create a key').click();
      await page.getByLabel('Name').fill('Script');
      await submit('Create');
      await button(/^Usage/)
        .first()
        .click();
      await page.getByText('Requests a day, last 30 days').waitFor();
    },
  },
  {
    name: 'keys, failing',
    path: '/keys',
    isSignedIn: true,
    isFailing: true,
    reach: () => page.getByRole('alert').waitFor(),
  },
  {
    name: 'settings with the deletion',
    path: '/settings',
    isSignedIn: true,
    reach: async () => {
      await page.getByText('this browser', { exact: true }).waitFor();
      await button('Delete account…').click();
      await page.getByLabel(/^To confirm/).waitFor();
    },
  },
  {
    name: 'settings, failing',
    path: '/settings',
    isSignedIn: true,
    isFailing: true,
    reach: () => page.getByRole('alert').nth(1).waitFor(),
  },
];

describe.each([desktop, phone])('at $width px', (viewport) => {
  it.each(states)('$name meets WCAG 2.2 AA', async ({ path, isSignedIn, isFailing, reach }) => {
    await page.setViewportSize(viewport);
    if (isSignedIn) await signIn();
    if (isFailing) await failCalls();
    await open(path);
    await reach();
    expect(await findAxeViolations(page), 'light').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findAxeViolations(page, 'contrast'), 'dark').toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    );
  });
});
