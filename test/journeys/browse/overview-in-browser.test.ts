/** In a browser, tests the overview page: its statements, the picture with its table, and the links to lines, graph and questions. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { shareBrowser } from '../../support/browser/browser.ts';
import { ferryTree } from '../../support/files/ferry-tree.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let browser: Awaited<ReturnType<typeof shareBrowser>>;
let home = '';

beforeAll(async () => {
  [journey, browser] = await Promise.all([shareJourneyServer(), shareBrowser()]);
  const repository = await journey.index('ferry-page', await packTree(ferryTree));
  expect(repository.error).toBeUndefined();
  home = `/r/${repository.id}`;
});
afterAll(async () => {
  await journey?.close();
});

/** Opens the overview from the navigation. Fails the test if the page's policy blocks anything or the page throws an error. */
async function openOverview(width = 1280): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on('pageerror', (thrown) => pageErrors.push(String(thrown)));
  page.on('console', (message) => {
    if (message.type() === 'error') pageErrors.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(pageErrors).toEqual([]);
  });
  await page.goto(`${journey.server.url}${home}`);
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await page.getByRole('heading', { name: 'What it is' }).waitFor();
  return page;
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe('the overview page', () => {
  test('shows the introduction, and opens the lines that it quotes', async () => {
    const page = await openOverview();
    expect(await page.title()).toBe('Overview · ferry-page · Wherefore');
    const purpose = section(page, 'What it is');
    expect(await purpose.textContent()).toContain('Ferry books seats on small boats.');
    expect(await purpose.textContent()).not.toContain('sponsors');
    await purpose.getByRole('link', { name: 'README.md:5' }).click();
    await page.waitForURL(/\/files\/README\.md\?version=[^#]+#L5$/);
  });

  test('lists folders, entry points and most-referenced code', async () => {
    const page = await openOverview();
    expect(await section(page, 'Layout').textContent()).toContain('Knows where boats wait for people.');
    expect(await section(page, 'Entry points').textContent()).toContain('ferry.cli:main');
    await section(page, 'Most-referenced code').getByRole('link', { name: 'Boat', exact: true }).click();
    await page.waitForURL(/\/graph\?.*symbol=Boat/);
  });

  test('draws the parts, and lists their links in a table', async () => {
    const page = await openOverview();
    const parts = section(page, 'How the parts depend on each other');
    await parts.getByRole('link', { name: /2 files, src\/ferry\/boats$/ }).waitFor();
    expect(await parts.locator('path.line').count()).toBe(3);
    await parts.getByText('3 links as a table').click();
    const row = parts.getByRole('row', { name: /src\/ferry\/harbour/ });
    expect(await row.getByRole('cell').first().textContent()).toBe('src/ferry/boats');
    await row.getByRole('link').click();
    await page.waitForURL(/\/files\/src\/ferry\/harbour\/pier\.py\?version=[^#]+#L\d+$/);
  });

  test('says how to import the history, downloads Markdown, and starts a conversation', async () => {
    const page = await openOverview();
    expect(await section(page, 'Recent changes').textContent()).toContain('No history yet');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Markdown' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('overview.md');
    await section(page, 'Questions to start with').getByRole('link').first().click();
    await page.waitForURL(/\/c\/[\w-]+/);
  });

  test('fits a phone', async () => {
    const page = await openOverview(390);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
