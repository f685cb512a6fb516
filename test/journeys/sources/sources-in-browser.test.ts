/**
 * In a browser, with a local GitHub and a local documentation site, a pasted address is described and added, history is fetched, a cited pull
 * request opens at its text, a crawl accounts for every address, and a token is stored and removed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe-violations.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { createDocsSite } from '../../support/server/docs-site.ts';
import { discussedHarbour } from '../../support/samples/discussed-harbour.ts';
import { startGitHub, type GitHub } from '../../support/github/start-github.ts';
import { createHarbourRepository } from '../../support/samples/harbour-history.ts';
import { startWebServer, type WebServer } from '../../support/server/web-server.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'wherefore-sources-'));
const token = 'github_pat_of_ann_0123456789';
const question = 'Why was harbour/gauge.py:7 changed?';
const site = createDocsSite();
const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

let journey: JourneyServer;
let browser: Awaited<ReturnType<typeof shareBrowser>>;
let github: GitHub;
let docs: WebServer;

beforeAll(async () => {
  const { pullRequest, issue } = discussedHarbour(createHarbourRepository(folder));
  github = await startGitHub({
    repositories: [
      {
        owner: 'acme',
        name: 'harbour',
        folder,
        description: 'Computes the tide for ships',
        pullRequests: [pullRequest],
        issues: [issue],
      },
      { owner: 'acme', name: 'secret', folder, isPrivate: true },
    ],
    tokens: [{ token, login: 'ann', canRead: ['acme/secret'] }],
  });
  docs = await startWebServer((path, headers) => site.answer(path, headers));
  const hosts = [new URL(github.url).host, new URL(github.codeloadUrl).host, docs.host];
  [journey, browser] = await Promise.all([
    startJourneyServer({
      GITHUB_API_URL: github.url,
      LOOPBACK_HOSTS: hosts.join(','),
      TOKEN_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
    }),
    shareBrowser(),
  ]);
});

afterAll(async () => {
  await journey?.close();
  await github?.close();
  await docs?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a page. Fails the test if the page's policy blocks anything, or the page throws an error or requests another site. */
async function visit(path: string, viewport = desktop): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on('pageerror', (thrown) => pageErrors.push(String(thrown)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      pageErrors.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(journey.server.url) && !request.url().startsWith('blob:'))
      pageErrors.push(`requested ${request.url()}`);
  });
  onTestFinished(async () => {
    await context.close();
    expect(pageErrors).toEqual([]);
  });
  await page.goto(journey.server.url + path);
  await page.locator('main#content').waitFor();
  return page;
}

const sourceBox = (page: Page) => page.getByRole('textbox', { name: 'Ask a repository or documentation' });

async function findId(name: string): Promise<string> {
  const repository = (await journey.client.listRepositories()).find((listed) => listed.name.endsWith(name));
  if (repository === undefined) throw new Error(`No repository is called ${name}.`);
  return repository.id;
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await findAxeViolations(page), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findAxeViolations(page, 'contrast'), 'dark').toEqual([]);
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

describe('a token', () => {
  test('is requested when missing, stored, and never displayed', async () => {
    const page = await visit('/#add');
    await sourceBox(page).fill('acme/secret');
    await page.getByRole('alert').getByText('GitHub has no such repository').waitFor();
    await page.getByRole('alert').getByRole('link', { name: 'Store a token' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    const field = page.getByLabel('Token', { exact: true });
    await field.fill('github_pat_that_is_wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('GitHub rejected the stored token').waitFor();
    await field.fill(token);
    await page.keyboard.press('Enter');
    await page.getByText('A token of ann is stored').waitFor();
    await page.reload();
    await page.getByText('A token of ann is stored').waitFor();
    expect(await page.content()).not.toContain(token);
    await expectAccessible(page);
  });

  test('gives access to private repositories, and can be removed', async () => {
    const page = await visit('/settings');
    await page.goto(journey.server.url);
    await sourceBox(page).fill('https://github.com/acme/secret');
    await page.getByText('Private: only you will see it here').waitFor();
    await page.goto(`${journey.server.url}/settings`);
    await page.getByRole('button', { name: 'Remove the token of ann' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No token is stored').waitFor();
    expect(await journey.client.listTokens()).toEqual([]);
  });
});

describe('a repository on GitHub', () => {
  test('is described once the user stops typing, and added with the chosen options', async () => {
    await journey.client.storeToken('github', token);
    const page = await visit('/#add');
    const requestedSources: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/v1/sources') requestedSources.push(searchParams.get('source') ?? '');
    });
    await sourceBox(page).pressSequentially('acme/harbour');
    await page.getByText('Computes the tide for ships').waitFor();
    expect(requestedSources).toEqual(['acme/harbour']);
    await expectAccessible(page);
    await page.getByRole('radio', { name: 'All' }).check();
    await sourceBox(page).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Progress and coverage' }).waitFor();
    await page.getByText('Fetch from GitHub').waitFor();
    await page.getByRole('link', { name: 'Ask a question' }).waitFor();
    const progress = page.getByRole('list', { name: 'Fetching history' });
    await page.getByText('fetched from GitHub', { exact: true }).waitFor();
    await expect.poll(() => progress.getByRole('listitem').first().innerText()).toMatch(/Commits[\s\S]*55/);
    expect(await progress.innerText()).toMatch(/Merged pull requests[\s\S]*1[\s\S]*Closed issues[\s\S]*1/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('Already up to date').waitFor();
  });

  test('opens directly if it is already indexed', async () => {
    const page = await visit('/#add', phone);
    await sourceBox(page).fill('https://github.com/Acme/Harbour/');
    await page.getByText('GitHub has no newer commits').waitFor();
    await page.getByRole('button', { name: 'Ask without indexing' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Open acme/harbour' }).click();
    await page.getByRole('textbox', { name: /^Question/ }).waitFor();
  });

  test('answers a why question with its pull request and issue, which open at the cited text', async () => {
    const id = await findId('harbour');
    const conversationId = crypto.randomUUID();
    const { evidence } = await journey.client.answer(id, { question, conversationId });
    expect(evidence.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['pull-request', 'issue']));
    const page = await visit(`/r/${id}/c/${conversationId}`);
    const citation = page
      .locator('[data-claim]')
      .getByRole('button', { name: /^Source \d+: .*, pull request #7/ })
      .first();
    await citation.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    const preview = page.getByRole('dialog', { name: /^Pull request of source/ });
    await preview.getByText(/^merged (?:last year|\d+ years ago)$/).waitFor();
    expect(await preview.locator('time').first().getAttribute('title')).toBe('2024-03-02');
    await page.keyboard.press('Enter');
    const pane = page.getByRole('region', { name: 'Source viewer' });
    await pane.getByRole('list', { name: 'Comments, in order' }).waitFor();
    expect(new URL(page.url()).searchParams.get('discussion')).toBe('7');
    await expectAccessible(page);
    await page.reload();
    await pane.getByRole('list', { name: 'Comments, in order' }).waitFor();
    await pane.getByRole('link', { name: 'Open full page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Round heights to centimetres' }).waitFor();
  });

  test('links its pull request with its commit and issue in both directions', async () => {
    const page = await visit(`/r/${await findId('harbour')}/discussions/7`, phone);
    await page.getByText('swings by 3 millimetres').waitFor();
    await expectAccessible(page);
    // HTML in other people's comments is displayed as text.
    expect(await page.locator('article img, article a, li.panel img').count()).toBe(0);
    await page.getByText('<img src=').waitFor();
    await page.getByRole('link', { name: /^#5 / }).click();
    await page.getByRole('heading', { level: 1, name: /misled by the noise/ }).waitFor();
    await page.getByRole('link', { name: /^#7 / }).click();
    await page.getByRole('link', { name: /^[0-9a-f]{7}$/ }).click();
    await page.getByRole('link', { name: /^#7 Round heights/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Round heights to centimetres' }).waitFor();
  });

  test('marks and scrolls to a linked comment, and reports an unknown discussion', async () => {
    const id = await findId('harbour');
    const { remarks } = await journey.client.readDiscussion(id, 7);
    const commentId = remarks.at(-1)?.url.split('#')[1] ?? '';
    const page = await visit(`/r/${id}/discussions/7#${commentId}`, { width: 390, height: 400 });
    await page.locator('[data-cited]').getByText('Why not round to decimetres?').waitFor();
    await expect
      .poll(() => page.locator('[data-cited]').evaluate((cited) => cited.getBoundingClientRect().top < 400))
      .toBe(true);
    await page.goto(`${journey.server.url}/r/${id}/discussions/99`);
    await page.getByRole('alert').getByText('Pull request or issue not found').waitFor();
  });
});

describe('documentation on the web', () => {
  test('is described and crawled, with every address accounted for', async () => {
    const page = await visit('/#add');
    await sourceBox(page).fill(`${docs.url}docs/`);
    await page.getByText('Web documentation', { exact: true }).last().waitFor();
    await page
      .getByText(/at most\s+[\d,]+\s+pages, up to \d+ links from the start, within \d+\s+minutes/)
      .waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Crawl the pages').waitFor();
    await page.getByRole('link', { name: 'Ask a question' }).waitFor();
    await page.getByRole('link', { name: 'Crawl report' }).click();
    const table = page.getByRole('table', { name: 'Addresses' });
    const report = await journey.client.crawlReport(await findId('/docs'));
    expect(await table.getAttribute('aria-rowcount')).toBe(String(report.pages.length + 1));
    await page.getByText('v1.2', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: /^Blocked/ }).click();
    await expect.poll(() => table.getByRole('row').count()).toBe(report.blocked + 1);
    await table.getByText('/docs/private/keys/').waitFor();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('crawl.csv');
    await page.getByRole('button', { name: /^Fetched/ }).click();
    await table.getByRole('link', { name: 'configuration.md' }).click();
    await page.getByText('wick_length').first().waitFor();
  });

  test('links an answer and a file to its page', async () => {
    const id = await findId('/docs');
    const page = await visit(`/r/${id}?q=${encodeURIComponent('What is the default of wick_length?')}`);
    const links = page.getByRole('link', { name: /^Open (?:the )?page/ });
    await links.first().waitFor();
    const ownSite = new RegExp(`^${docs.url}docs/`);
    for (const link of await links.all()) {
      expect(await link.getAttribute('href')).toMatch(ownSite);
      expect(await link.getAttribute('target')).toBe('_blank');
      expect(await link.getAttribute('rel')).toContain('noopener noreferrer');
    }
    await page.goto(`${journey.server.url}/r/${id}/files/configuration.md`);
    expect(await links.getAttribute('href')).toBe(`${docs.url}docs/configuration.html`);
    await page.getByRole('treeitem', { name: /Wick length/ }).click();
    await expect
      .poll(() => links.getAttribute('href'))
      .toBe(`${docs.url}docs/configuration.html#wick-length`);
    expect(await page.getByRole('link', { name: /^(?:Graph|History)/ }).count()).toBe(0);
    await expectAccessible(page);
  });

  test('opens directly if it is already indexed', async () => {
    const page = await visit('/#add', phone);
    await sourceBox(page).fill(`${docs.url}docs/index.html`);
    await page.getByText('Already indexed. A refresh fetches its pages again').waitFor();
    await page.getByRole('button', { name: 'Refresh' }).waitFor();
    expect(await page.getByRole('button', { name: 'Add', exact: true }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: `Open ${docs.host}/docs` }).click();
    await page.getByRole('textbox', { name: /^Question/ }).waitFor();
  });

  test('that may not be crawled is reported while the user types, without an alert', async () => {
    const page = await visit('/#add');
    await sourceBox(page).fill('http://169.254.169.254/latest/');
    await page.getByText('Documentation must be on a public address').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('has a crawl report that fits a phone', async () => {
    const page = await visit(`/r/${await findId('/docs')}/crawl`, phone);
    await page.getByRole('table', { name: 'Addresses' }).waitFor();
    await expectAccessible(page);
  });
});

test('an unsupported source is reported while the user types, without an alert', async () => {
  const page = await visit('/#add');
  await sourceBox(page).fill('https://gitlab.com/acme/harbour');
  await page.getByText(/GitHub is the only supported code host/).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await sourceBox(page).press('Enter');
  await page.getByRole('alert').getByText('This source is not supported').waitFor();
  await expectAccessible(page);
});
