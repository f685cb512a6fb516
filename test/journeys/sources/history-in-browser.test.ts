/**
 * In a browser, tests the history of a git repository imported by the command line: commits among the sources of an answer, its timeline, the
 * pages of a commit, a file and lines, the notice without history, and counts during the import.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe-violations.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import {
  logCommits,
  createHarbourRepository,
  rounding,
  type HarbourHistory,
} from '../../support/samples/harbour-history.ts';
import { runCommand } from '../../support/server/run-command.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

const file = 'harbour/gauge.py';
/** The line that rounds the height. */
const line = 7;
const question = `Why was ${file}:${line} changed?`;
const conversationId = crypto.randomUUID();
const folder = mkdtempSync(join(tmpdir(), 'wherefore-harbour-'));

let journey: JourneyServer;
let browser: Awaited<ReturnType<typeof shareBrowser>>;
let commits: HarbourHistory;
let home = '';
let withoutHistory = '';

beforeAll(async () => {
  commits = createHarbourRepository(folder);
  [journey, browser] = await Promise.all([startJourneyServer(), shareBrowser()]);
  home = await indexWithHistory('harbour');
  withoutHistory = await indexWithHistory('silent', '--no-history');
  await journey.client.answer(home.slice(3), { question, conversationId });
});

afterAll(async () => {
  await journey?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** @returns the repository's path in the app */
async function indexWithHistory(name: string, ...options: readonly string[]): Promise<string> {
  const run = await runCommand(['index', folder, '--name', name, '--json', ...options], {
    url: journey.server.url,
  });
  expect(run.code, run.stderr).toBe(0);
  const [repository] = (await journey.client.listRepositories()).filter((listed) => listed.name === name);
  return `/r/${repository?.id ?? ''}`;
}

/** Opens a page. Fails the test if the page's policy blocks anything or the page throws an error. */
async function visit(path: string, width = 1440): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on('pageerror', (thrown) => pageErrors.push(String(thrown)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404')) pageErrors.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(pageErrors).toEqual([]);
  });
  await page.goto(`${journey.server.url}${path}`);
  await page.locator('main#content').waitFor();
  return page;
}

const conversation = (): string => `${home}/c/${conversationId}`;
const pane = (page: Page) => page.getByRole('region', { name: 'Source viewer' });
const timeline = (page: Page) => page.getByRole('list', { name: /^Commits/ });
const card = (page: Page) => page.locator('[data-card="history"]');

describe('an answer from the history', () => {
  test('cites commits, which open in a preview and alongside the answer with the keyboard only', async () => {
    const page = await visit(conversation());
    await page.getByRole('heading', { name: 'Its history' }).waitFor();
    const citation = page
      .locator('[data-claim]')
      .getByRole('button', { name: /^Source \d+: Round heights to centimetres \(#7\), commit / })
      .first();
    await citation.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    const preview = page.getByRole('dialog', { name: /^Commit of source/ });
    await preview.getByText(rounding).waitFor();
    expect(await preview.innerText()).toMatch(/(?:last year|years ago)[\s\S]*Test[\s\S]*PR #7/);
    expect(await preview.locator('time').first().getAttribute('title')).toBe('2024-03-02');
    await page.keyboard.press('Enter');
    await pane(page).getByText(rounding).waitFor();
    expect(new URL(page.url()).searchParams.get('commit')).toBe(commits.rounded);
    const changed = pane(page).getByRole('list', { name: 'Changed files' }).getByRole('listitem');
    await expect
      .poll(() => changed.allInnerTexts())
      .toEqual([expect.stringMatching(/harbour\/tides\.py[\s\S]*\+1[\s\S]*−1/)]);
    // The current code has its own region, whose lines are from the version.
    const currentCode = pane(page).getByRole('region', { name: /^The code, as of / });
    const lineLink = currentCode.getByRole('link', { name: `line ${line} of ${file}` });
    expect(await lineLink.getAttribute('href')).toMatch(
      new RegExp(`/files/${file}\\?version=\\w+#L${line}$`),
    );
    await page.keyboard.press('Escape');
    await pane(page).waitFor({ state: 'detached' });
    expect(await citation.evaluate((marker) => marker === document.activeElement)).toBe(true);
  });

  test('has a timeline, best match first, that opens its citations and links to the full history', async () => {
    const page = await visit(conversation());
    const first = card(page).getByRole('listitem').first();
    await first.getByText('last changed').waitFor();
    await first.getByRole('button', { name: /^Round heights/ }).click();
    await pane(page).getByText(rounding).waitFor();
    await card(page).getByRole('link', { name: 'Open in History' }).click();
    await page.getByRole('heading', { level: 1, name: `History of ${file}` }).waitFor();
  });

  test('links to a commit directly, from which the other sources can be reached', async () => {
    const page = await visit(`${conversation()}?turn=1&commit=${commits.rounded}`);
    await pane(page).getByText(rounding).waitFor();
    await pane(page)
      .getByRole('button', { name: /^(Previous source|Next source)$/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Previous source' }).click();
    await pane(page).getByText(file, { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Next source' }).click();
    await pane(page).getByText(rounding).waitFor();
  });
});

describe('the history', () => {
  test('of the repository loads by page, newest first', async () => {
    const page = await visit(`${home}/history`);
    const rows = timeline(page).getByRole('listitem');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(50);
    expect(await rows.first().innerText()).toContain(`Log entry ${logCommits}`);
    await page.getByRole('button', { name: 'Older' }).click();
    await expect.poll(() => rows.count()).toBe(logCommits + 3);
    await page.getByRole('button', { name: 'Older' }).waitFor({ state: 'detached' });
    expect(await rows.last().innerText()).toContain('Tell the tides of the harbour');
  });

  test('of a file includes its former names, and each commit has its own page', async () => {
    const page = await visit(`${home}/files/${file}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'History of this file' }).click();
    const rows = timeline(page).getByRole('listitem');
    await expect
      .poll(() => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-commit'))))
      .toEqual([commits.renamed, commits.rounded, commits.first]);
    await rows.first().getByText('Renamed from harbour/tides.py to harbour/gauge.py').waitFor();
    await rows.nth(1).getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'Round heights to centimetres (#7)' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${home}/commits/${commits.rounded}`);
    const record = await page.locator('main').innerText();
    for (const text of [rounding, '#7', '#5', '2024-03-02', commits.rounded.slice(0, 7)])
      expect(record).toContain(text);
    const diff = page.getByRole('region', { name: 'Diff of harbour/tides.py' });
    await diff.locator('tr.added').first().waitFor();
    expect(await diff.locator('tr.removed').count()).toBe(1);
    await page.getByRole('link', { name: commits.first.slice(0, 7) }).click();
    await page.getByRole('heading', { level: 1, name: /^Tell the tides/ }).waitFor();
    await page.goto(`${journey.server.url}${home}/commits/${commits.renamed.slice(0, 9)}`);
    await page.getByText('renamed from harbour/tides.py').first().waitFor();
  });

  test('of lines displays their commits, which can be asked about', async () => {
    const page = await visit(`${home}/files/${file}`);
    const whyButton = page.getByRole('button', { name: 'Why these lines?' });
    expect(await whyButton.isDisabled()).toBe(true);
    await page.locator(`.viewer [data-line="${line}"] .number`).click();
    await whyButton.click();
    const entries = page.getByRole('list', { name: 'Commits, most relevant first' }).locator('[data-commit]');
    await expect
      .poll(() => entries.evaluateAll((all) => all.map((row) => row.getAttribute('data-commit'))))
      .toContain(commits.rounded);
    const entry = entries.filter({ hasText: 'Round heights' });
    await entry.getByText('last changed').waitFor();
    await entry.getByText('Message').click();
    await entry.getByText(rounding).waitFor();
    await entry.getByRole('link', { name: /^Ask about it/ }).click();
    await page.waitForURL(/\/c\//);
    await page
      .getByRole('heading', {
        level: 2,
        name: `Why did commit ${commits.rounded.slice(0, 7)} change ${file}:${line}?`,
      })
      .waitFor();
    await page.locator('[data-claim]').getByText('Round heights to centimetres').first().waitFor();
  });

  test('alongside a file covers the whole file until lines are selected', async () => {
    const page = await visit(`${home}/files/${file}`);
    const aside = page.getByRole('complementary', { name: 'Outline, references and history' });
    await aside.getByRole('tab', { name: 'History' }).click();
    const rows = timeline(page).getByRole('listitem');
    await expect
      .poll(() => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-commit'))))
      .toEqual([commits.renamed, commits.rounded, commits.first]);
    await page.locator(`.viewer [data-line="${line}"] .number`).click();
    await aside.getByText(`line ${line}`, { exact: true }).waitFor();
    await rows.first().waitFor({ state: 'detached' });
  });

  test('of a definition is found by its name', async () => {
    const page = await visit(`${home}/history?symbol=tide_height`);
    await page.getByRole('heading', { level: 1, name: 'Where tide_height comes from' }).waitFor();
    const added = page.locator(`[data-commit="${commits.first}"]`);
    await added.getByText('introduced').waitFor();
  });

  test('that is missing is reported, with the command that adds it', async () => {
    const page = await visit(`${withoutHistory}/history?path=${file}`);
    await page.getByText('No history yet').waitFor();
    await page.getByText('npx wherefore index <folder>').waitFor();
  });
});

test('counts are displayed during an import until it is complete', async () => {
  const page = await visit(`${home}/files`);
  let requests = 0;
  await page.route('**/history/state*', async (route) => {
    const response = await route.fetch();
    const state = (await response.json()) as Record<string, unknown>;
    requests += 1;
    const earlyState = { ...state, commits: 12, origins: 1, files: 3, complete: false };
    await route.fulfill({ response, json: requests === 1 ? earlyState : state });
  });
  await page.goto(`${journey.server.url}${home}/status`);
  const section = page.getByRole('region', { name: 'History' });
  await section.getByText('12 so far').waitFor();
  expect(await section.innerText()).toContain('1 of 3');
  await section.getByText('complete', { exact: true }).waitFor();
  expect(await section.innerText()).toContain(String(logCommits + 3));
});

describe.each([1440, 390])('at %i px', (width) => {
  test.each([
    ['the timeline', () => `${home}/history?path=${file}`, '[data-commit]'],
    ['lines', () => `${home}/history?path=${file}&line=${line}`, '[data-commit]'],
    ['a commit', () => `${home}/commits/${commits.rounded}`, '.record'],
    [
      'an answer with a commit alongside it',
      () => `${conversation()}?turn=1&commit=${commits.rounded}`,
      '.record',
    ],
    ['an answer', conversation, '[data-card]'],
  ])('%s meets WCAG 2.2 AA, light and dark, and is not wider than the window', async (_, path, selector) => {
    const page = await visit(path(), width);
    await page.locator(selector).first().waitFor();
    expect(await findAxeViolations(page), 'light').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findAxeViolations(page, 'contrast'), 'dark').toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});
