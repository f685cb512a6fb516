/** The widget and the app: the snippet of a new key with its preview, the questions of visitors, and the demonstration on the guides. */

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe-violations.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { smallRepository } from '../../support/files/small-repository.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';
import { openWidgetSite, type WidgetSite } from '../../support/widget/open-widget.ts';

let widget: WidgetSite;
let context: BrowserContext;

beforeAll(async () => {
  widget = await openWidgetSite();
});
afterAll(() => widget?.close());
afterEach(() => context?.close());

async function openPage(address: string): Promise<Page> {
  context = await (await shareBrowser()).newContext({ reducedMotion: 'reduce' });
  const url = widget.hosted.url.replace('http:', 'https:');
  const rest = { url, secure: true, httpOnly: true, sameSite: 'Lax' } as const;
  await context.addCookies([...widget.owner.cookies].map(([name, value]) => ({ name, value, ...rest })));
  const page = await context.newPage();
  await page.addInitScript(() => {
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function attachOpen(init) {
      return attach.call(this, { ...init, mode: 'open' });
    };
  });
  await page.goto(address);
  return page;
}

async function askAsVisitor(question: string): Promise<void> {
  const { hosted, site, repository } = widget;
  const response = await fetch(`${hosted.url}/v1/repositories/${repository}/answers`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${site.settings.key}`,
      origin: site.origin,
      accept: 'application/json',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ question }),
  });
  expect(response.status).toBe(200);
  await response.body?.cancel();
}

it('shows the owner what visitors asked, first what was declined', async () => {
  await askAsVisitor('Which database does the kubernetes operator migrate?');
  await askAsVisitor('What does wick_length state?');
  const page = await openPage(`${widget.hosted.url}/r/${widget.repository}/feedback`);
  const section = page.getByRole('region', { name: 'Questions of visitors' });
  await section.getByText('Which database does the kubernetes operator migrate?').waitFor();
  expect(await section.getByText('What does wick_length state?').count()).toBe(0);
  await section.getByRole('button', { name: 'All (2)' }).click();
  await section.getByText('What does wick_length state?').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
});

it('shows the HTML for a site after a publishable key is made, and a preview', async () => {
  const page = await openPage(`${widget.hosted.url}/keys`);
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Name').fill('Site');
  await page
    .getByLabel(/Web page|Publishable/)
    .first()
    .check();
  await page.getByLabel('Repository', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel(/Origins/).fill('https://docs.example.org');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const snippet = page.locator('pre', { hasText: '<wherefore-ask' });
  expect(await snippet.innerText()).toContain(`<script src="${widget.hosted.url}/widget.js" defer></script>`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Ask (preview)' }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill('What does wick_length state?');
  await page.keyboard.press('Enter');
  await page.locator('article[data-phase="done"]').getByText('millimetres of wick').waitFor();
});

it('is on the guides if the server has a repository named wherefore', async () => {
  const journey = await shareJourneyServer();
  try {
    const guides = await openPage(`${journey.server.url}/docs`);
    await guides.waitForLoadState('networkidle');
    expect(await guides.locator('wherefore-ask').count()).toBe(0);
    await journey.index('wherefore', await packTree(smallRepository));
    await guides.reload();
    await guides.getByRole('button', { name: 'Ask about Wherefore' }).click();
    await guides.getByRole('textbox', { name: 'Question' }).fill('How does join_chunks work?');
    expect(await guides.getByText('Answers can be wrong').innerText()).not.toContain('The owner');
    await guides.keyboard.press('Enter');
    await guides.locator('article[data-phase="done"]').getByText('join_chunks').first().waitFor();
    expect(await findAxeViolations(guides)).toEqual([]);
    await guides.goto(journey.server.url);
    await guides.waitForLoadState('networkidle');
    expect(await guides.locator('script[src*="widget"]').count()).toBe(0);
  } finally {
    await journey.close();
  }
});
