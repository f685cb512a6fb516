/**
 * In a browser, a user asks about a repository that is not indexed. Tests the steps, the answer with sources that open on the host, a
 * follow-up, a rate limit with its end, and indexing with one click.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe-violations.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { commitAll } from '../../support/files/git.ts';
import { startGitHub, type GitHub } from '../../support/github/start-github.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'wherefore-live-browser-'));
const gate = 'When is the lock gate opened?';
const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };
let commit: string;
let journey: JourneyServer;
let browser: Awaited<ReturnType<typeof shareBrowser>>;
let github: GitHub;

const files: Readonly<Record<string, string>> = {
  'src/lock_gate.py':
    'from .sluice import drain\n\n\ndef open_lock_gate(level):\n    """Opens the lock gate once the levels are even."""\n    return drain(level)\n',
  'src/sluice.py':
    'def drain(level):\n    """Drains the chamber by the paddles, a foot a minute."""\n    return level - 1\n',
  ...Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [
      `src/wharf${at}/crane.py`,
      `def hoist_${at}(load):\n    """Hoists a load at wharf ${at}."""\n    return load + ${at}\n`,
    ]),
  ),
};

beforeAll(async () => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  commit = commitAll(folder);
  github = await startGitHub({
    repositories: [{ owner: 'acme', name: 'harbour', folder, description: 'Computes the tide for ships' }],
    tokens: [],
    limits: { anonymous: 1_000 },
  });
  const hosts = [github.url, github.codeloadUrl].map((url) => new URL(url).host);
  [journey, browser] = await Promise.all([
    startJourneyServer({ GITHUB_API_URL: github.url, LOOPBACK_HOSTS: hosts.join(',') }),
    shareBrowser(),
  ]);
});

afterAll(async () => {
  await journey?.close();
  await github?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a page. Fails the test if the page's policy blocks anything or the page throws an error. */
async function visit(viewport = desktop): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on('pageerror', (thrown) => pageErrors.push(String(thrown)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of [45]\d\d/.test(message.text()))
      pageErrors.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(pageErrors).toEqual([]);
  });
  await page.goto(`${journey.server.url}/#add`);
  await page.getByRole('textbox', { name: 'Ask a repository or documentation' }).fill('acme/harbour');
  await page.getByRole('button', { name: 'Ask without indexing' }).click();
  await page.getByRole('heading', { name: 'Ask acme/harbour without indexing' }).waitFor();
  return page;
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Question about acme/harbour' }).fill(question);
  await page.keyboard.press('Enter');
}

const answer = (page: Page, number: number) =>
  page.getByRole('article', { name: `Answer ${number}`, exact: true });

async function expectAccessible(page: Page): Promise<void> {
  expect(await findAxeViolations(page), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findAxeViolations(page, 'contrast'), 'dark').toEqual([]);
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

describe('a repository that is not indexed', () => {
  test('is answered with steps, a claim, a source on its host, the coverage, and a follow-up', async () => {
    const page = await visit(phone);
    expect(await page.locator('#question').evaluate((box) => box === document.activeElement)).toBe(true);
    await ask(page, gate);
    await answer(page, 1).locator('[data-claim][data-state="verified"]').first().waitFor();
    await page.getByText(/^\d+ of 62 files were read\./).waitFor();
    const steps = page.getByRole('list', { name: 'Steps' }).locator('> li');
    expect(await steps.count()).toBeGreaterThanOrEqual(5);
    expect(await steps.filter({ hasText: /: (?:waiting|in progress)/ }).count()).toBe(0);
    expect(await steps.first().textContent()).toMatch(/List its files: done\s+It has 62 files/);
    const source = answer(page, 1)
      .getByRole('link', { name: /lock_gate\.py/ })
      .first();
    expect(await source.getAttribute('href')).toMatch(
      `https://github.com/acme/harbour/blob/${commit}/src/lock_gate.py#L`,
    );
    expect(await source.getAttribute('target')).toBe('_blank');
    expect(await source.getAttribute('rel')).toContain('noopener');
    await expectAccessible(page);
    await ask(page, 'What does it return?');
    await answer(page, 2).locator('[data-claim]').first().waitFor();
    await answer(page, 2)
      .getByText(/Interpreted as:|From earlier questions:/)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Index the repository' }).count()).toBe(1);
  });

  test('does not claim that files it did not read contain no answer', async () => {
    const page = await visit();
    await ask(page, 'Which invoices are archived every quarter by the auditors?');
    await answer(page, 1).getByText('Not found in the files read', { exact: true }).waitFor();
    expect(await answer(page, 1).innerText()).not.toContain('This repository does not');
    await expectAccessible(page);
  });

  test('displays when a rate limit of its host ends, and can be asked again', async () => {
    const page = await visit();
    github.setFaults([{ kind: 'primary-limit', on: /\/git\/trees\//, resetInSeconds: 120 }]);
    onTestFinished(() => github.setFaults([]));
    await ask(page, 'Who hoists a load at wharf 17?');
    const alert = page.getByRole('alert');
    await alert.getByText('GitHub’s rate limit is reached').waitFor();
    expect(await alert.innerText()).toMatch(/Try again at \d\d:\d\d/);
    expect(await alert.getByRole('link', { name: 'Store a token' }).getAttribute('href')).toBe('/settings');
    github.setFaults([]);
    await page.getByRole('button', { name: 'Ask again' }).click();
    await answer(page, 1).locator('[data-claim]').first().waitFor();
    expect(await alert.count()).toBe(0);
  });

  test('can be stopped while files are read', async () => {
    const page = await visit();
    await page.route('**/v1/live/answers', () => undefined);
    await ask(page, gate);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped.', { exact: true }).waitFor();
    await page.unroute('**/v1/live/answers');
    await page.getByRole('button', { name: 'Ask again' }).click();
    await answer(page, 1).locator('[data-claim]').first().waitFor();
  });

  test('can be indexed with one click', async () => {
    const page = await visit();
    await ask(page, gate);
    await page.getByRole('button', { name: 'Index the repository' }).click();
    await page.waitForURL(/\/r\/[^/]+\/status$/);
    expect((await journey.client.listRepositories()).map(({ name }) => name)).toEqual(['acme/harbour']);
  });
});
