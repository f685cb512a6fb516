/**
 * `widget`: opens a documentation site of another origin in Chromium, under a strict Content Security Policy, and measures what the widget
 * loads before and after it is opened, as the server sends it, and how long the first words take.
 */

import type { Browser, Request } from 'playwright-core';
import { shareBrowser } from '../../support/browser/browser.ts';
import { openWatchedPage, openWidgetSite, type WidgetSite } from '../../support/widget/open-widget.ts';
import type { Bench } from '../bench.ts';

interface WidgetFigures {
  /** Of `widget.js`, in bytes of the compressed body. */
  readonly loaderGzipBytes: number;
  /** Of everything that the widget has loaded when it is open. */
  readonly openedGzipBytes: number;
  readonly requestsBeforeOpen: number;
  readonly cspViolations: number;
  /** From the question to the first words on the page. */
  readonly firstWordsMs: number;
}

export const widgetBench: Bench = async (_args, { terminal }) => {
  const widget = await openWidgetSite();
  const browser = await shareBrowser();
  try {
    const figures = await measure(browser, widget);
    for (const [name, value] of Object.entries(figures)) terminal.print(`${name.padEnd(20)} ${value}`);
    return figures;
  } finally {
    await browser.close();
    await widget.close();
  }
};

async function measure(browser: Browser, widget: WidgetSite): Promise<WidgetFigures> {
  const { page, violations } = await openWatchedPage(browser, widget);
  const finished: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().startsWith(widget.hosted.url)) finished.push(request);
  });
  const countBytes = async (): Promise<number> => {
    const sizes = await Promise.all(finished.map((request) => request.sizes()));
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  };
  await page.goto(`${widget.site.url}2.1/guide.html`);
  await page.waitForLoadState('networkidle');
  const requestsBeforeOpen = finished.length;
  const loaderGzipBytes = await countBytes();
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  const box = page.getByRole('textbox', { name: 'Question' });
  await box.waitFor();
  await page.waitForLoadState('networkidle');
  const openedGzipBytes = await countBytes();
  await box.fill('What does wick_length state?');
  const askedAt = performance.now();
  await box.press('Enter');
  await page.locator('article p:not(.waiting)').first().waitFor();
  const firstWordsMs = Math.round(performance.now() - askedAt);
  await page.locator('article[data-phase="done"]').waitFor();
  return {
    loaderGzipBytes,
    openedGzipBytes,
    requestsBeforeOpen,
    cspViolations: violations.length,
    firstWordsMs,
  };
}
