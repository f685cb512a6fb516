/**
 * Runs axe on a page with the rules of WCAG 2.2 AA and best practices, or with the contrast rule alone. Returns each violation with its element
 * and its fix, and each icon that shows nothing.
 */

import axe from 'axe-core';
import type { Page } from 'playwright-core';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** This rule runs in a window as tall as the page, since axe measures only the visible part of a target behind a sticky bar. */
const targetSize = 'target-size';

export async function findAxeViolations(
  page: Page,
  ruleSet: 'all' | 'contrast' = 'all',
): Promise<readonly string[]> {
  // The debugger evaluates the script, which the page's Content Security Policy does not restrict.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  await waitForObservers(page);
  if (ruleSet === 'contrast') return findViolations(page, { runOnly: ['color-contrast'] });
  const violations = await findViolations(page, {
    runOnly: standards,
    rules: { [targetSize]: { enabled: false } },
  });
  return [
    ...violations,
    ...(await findEmptyIcons(page)),
    ...(await withFullHeight(page, () => findViolations(page, { runOnly: [targetSize] }))),
  ];
}

async function findViolations(page: Page, options: axe.RunOptions): Promise<readonly string[]> {
  const { violations } = await page.evaluate(
    (runOptions) => (globalThis as unknown as { axe: typeof axe }).axe.run(runOptions),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

async function findEmptyIcons(page: Page): Promise<readonly string[]> {
  const shape = 'path[d]:not([d=""]), circle, rect, line, polyline, polygon, ellipse, text, image, use, g';
  const places = page.locator(`svg:not(:has(${shape}))`).locator('xpath=..');
  return (await places.evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 200)))).map(
    (place) => `empty-icon: ${place}`,
  );
}

/** Runs a check in a window as tall as the page, so that a sticky bar covers nothing. */
async function withFullHeight<Value>(page: Page, check: () => Promise<Value>): Promise<Value> {
  const size = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (size === null || height <= size.height) return check();
  await page.setViewportSize({ ...size, height });
  await waitForObservers(page);
  const result = await check();
  await page.setViewportSize(size);
  return result;
}

/** Waits for two frames, so that resize observers have run. */
async function waitForObservers(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}
