/** Conversations of an account in a browser: listed while the list loads, private to the account, and given to others by sharing. */

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../worker/contract/client.ts';
import { HttpBrowser } from '../../support/accounts/http-browser.ts';
import { startHostedServer, type HostedServer } from '../../support/accounts/hosted-server.ts';
import { findAxeViolations } from '../../support/browser/axe-violations.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { smallRepository } from '../../support/files/small-repository.ts';

const question = 'Where is join_chunks defined?';
let hosted: HostedServer;
let owner: HttpBrowser;
let id = '';
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  hosted = await startHostedServer({ ANONYMOUS_REQUESTS_PER_MINUTE: '10000' });
  owner = new HttpBrowser(hosted);
  await owner.signInWithCode('owner@example.org');
  const { body } = await owner.post('/v1/keys', { name: 'test', scopes: ['read', 'index'] });
  const client = createClient({ baseUrl: hosted.url, key: String(body?.['secret']) });
  const archive = { contentType: 'application/gzip', body: new Uint8Array(await packTree(smallRepository)) };
  ({ id } = await client.addRepository({ name: 'acme/parcel' }, archive));
  for await (const { status } of client.watchRepository(id)) expect(status).not.toBe('failed');
  await client.changeRepository(id, 'public');
});
afterAll(() => hosted?.close());
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

async function openPage(person?: HttpBrowser, width = 1280): Promise<Page> {
  const browser = await shareBrowser();
  const context = await browser.newContext({ viewport: { width, height: 844 }, reducedMotion: 'reduce' });
  contexts.push(context);
  const url = hosted.url.replace('http:', 'https:');
  const options = { url, secure: true, httpOnly: true, sameSite: 'Lax' as const };
  await context.addCookies(
    [...(person?.cookies ?? [])].map(([name, value]) => ({ name, value, ...options })),
  );
  return context.newPage();
}

/** @param text the question, which is asked on the repository's page */
async function ask(page: Page, text = question): Promise<void> {
  await page.locator('#question').fill(text);
  await page.locator('#question').press('Enter');
}

it('a question that is asked while the list loads stays in the sidebar', async () => {
  const page = await openPage(owner);
  let isHeld = false;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/v1/conversations?*', async (route) => {
    // The server lists what it has before the question.
    const response = await route.fetch();
    isHeld = true;
    await held;
    await route.fulfill({ response });
  });
  await page.goto(`${hosted.url}/r/${id}`);
  const sidebar = page.getByRole('navigation', { name: 'Conversations' });
  await sidebar.getByText('Loading your conversations…').waitFor();
  await expect.poll(() => isHeld).toBe(true);
  expect(await sidebar.getByText('No conversations yet').count()).toBe(0);
  await ask(page);
  await sidebar.getByRole('link', { name: question }).waitFor();
  release();
  await page.locator('[data-phase="done"]').waitFor();
  await page.waitForTimeout(500);
  expect(await sidebar.getByRole('link', { name: question }).count()).toBe(1);
  expect(await page.getByRole('region', { name: 'About this link' }).count()).toBe(0);
});

it('the page of an answer offers sharing instead of its own address, and says who can open it', async () => {
  const page = await openPage(owner);
  await page.goto(`${hosted.url}/r/${id}`);
  await ask(page);
  await page.locator('[data-phase="done"]').waitFor();
  await page.getByText(/^Only you can open this page, until/).waitFor();
  expect(await page.getByTitle('Copy link to this answer').count()).toBe(0);
  await page.getByRole('button', { name: 'Share link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this conversation' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByLabel('New link').inputValue();

  const stranger = await openPage();
  await stranger.goto(page.url());
  await stranger.getByText('it belongs to another account').waitFor();
  await stranger.goto(link);
  await stranger.getByRole('heading', { level: 1, name: question }).waitFor();

  await dialog.getByRole('button', { name: /^Revoke the link, Created/ }).click();
  const confirmation = page.getByRole('alertdialog');
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: /^Revoke the link, Created/ }).click();
  expect(await findAxeViolations(page)).toEqual([]);
  await confirmation.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByText('The link is revoked').waitFor();
});

it('a declined answer offers no context to copy', async () => {
  const page = await openPage(owner);
  await page.goto(`${hosted.url}/r/${id}`);
  await ask(page, 'How does the kubernetes operator reconcile pods?');
  await page.locator('[data-phase="done"]').waitFor();
  await page.getByText('Not found in this repository').first().waitFor();
  await page.getByRole('button', { name: 'Share', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Copy context' }).count()).toBe(0);
});

it.each([320, 390])('a visitor finds the sign-in in the top bar at a width of %i', async (width) => {
  const page = await openPage(undefined, width);
  for (const path of ['/', `/r/${id}`]) {
    await page.goto(hosted.url + path);
    const bar = page.getByRole('banner');
    const link = bar.getByRole('link', { name: 'Sign in' });
    await link.waitFor();
    const [barBox, linkBox] = [await bar.boundingBox(), await link.boundingBox()];
    const bottom = (box: typeof barBox): number => (box === null ? Number.NaN : box.y + box.height);
    expect(bottom(linkBox)).toBeLessThanOrEqual(bottom(barBox));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.goto(hosted.url);
  await page.getByRole('link', { name: 'Sign in to add a repository' }).waitFor();
  expect(await page.getByRole('button', { name: 'Add a repository' }).count()).toBe(0);
});

it('the owner finds the feedback on the dashboard', async () => {
  const page = await openPage(owner);
  await page.goto(`${hosted.url}/dashboard`);
  await page.getByRole('link', { name: 'Feedback on answers from acme/parcel' }).click();
  await page.getByRole('heading', { level: 1, name: 'Feedback' }).waitFor();
});
