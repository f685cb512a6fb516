/** The API reference in a browser: it loads nothing from elsewhere, fits a phone, and sends a request to its own server. */

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe-violations.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
/** The library's own; `web/docs/limits.md` lists them. */
const knownRules = ['landmark-no-duplicate-banner', 'landmark-unique'];

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let browser: Awaited<ReturnType<typeof shareBrowser>>;
let context: BrowserContext;
let page: Page;
/** Requests to other origins, and what the browser reports. */
let outside: string[];
let reports: string[];

beforeAll(async () => {
  journey = await shareJourneyServer();
  browser = await shareBrowser();
});
afterAll(() => journey.close());

async function open(viewport: typeof desktop, colorScheme: 'light' | 'dark'): Promise<void> {
  context = await browser.newContext({ viewport, colorScheme });
  page = await context.newPage();
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(journey.server.url) && !/^(?:data|blob):/.test(url)) outside.push(url);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') reports.push(message.text());
  });
  page.on('pageerror', (error) => reports.push(error.message));
}

beforeEach(() => {
  outside = [];
  reports = [];
});
afterEach(async () => {
  await context.close();
  expect(outside).toEqual([]);
  expect(reports).toEqual([]);
});

const waitForReference = (): Promise<void> =>
  page.getByRole('heading', { name: 'Wherefore', exact: true }).waitFor({ timeout: 60_000 });

describe('the API reference', () => {
  it.each([
    ['desktop, light', desktop, 'light'],
    ['phone, dark', phone, 'dark'],
  ] as const)('fits the window and has no new accessibility problems: %s', async (_, viewport, scheme) => {
    await open(viewport, scheme);
    await page.goto(`${journey.server.url}/docs/api`);
    await waitForReference();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(background).toBe(scheme === 'dark' ? 'rgb(20, 21, 19)' : 'rgb(251, 251, 249)');
    const violations = await findAxeViolations(page);
    expect(violations.filter((text) => !knownRules.some((rule) => text.startsWith(rule)))).toEqual([]);
  });

  it('opens from the menu of the guides, and sends a request to its own server', async () => {
    await open(desktop, 'light');
    await page.goto(`${journey.server.url}/docs`);
    await page.getByRole('link', { name: 'API reference' }).click();
    await waitForReference();
    await page.goto(`${journey.server.url}/docs/api#tag/deployment/GET/v1/health`);
    await page.getByRole('button', { name: /Test Request.*health/i }).click();
    const response = page.waitForResponse((found) => found.url() === `${journey.server.url}/v1/health`);
    await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click();
    expect((await response).status()).toBe(200);
  });
});
