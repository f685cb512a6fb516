/** Runs axe on a page, by all rules of WCAG 2.2 AA or by contrast alone. Returns each violation with its place and its fix. */

import axe from 'axe-core';
import type { Page } from 'playwright-core';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Checked in a window as tall as the page: axe sees only the visible half of a target behind a sticky bar. */
const targetSize = 'target-size';

export async function axeViolations(page: Page, by: 'all' | 'contrast' = 'all'): Promise<readonly string[]> {
  // Evaluated through the debugger, which the page's script policy does not restrict.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  await waitForObservers(page);
  if (by === 'contrast') return findViolations(page, { runOnly: ['color-contrast'] });
  const found = await findViolations(page, {
    runOnly: standards,
    rules: { [targetSize]: { enabled: false } },
  });
  return [...found, ...(await withFullHeight(page, () => findViolations(page, { runOnly: [targetSize] })))];
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

/** Makes the window as tall as the page, so that nothing on it is covered. */
async function withFullHeight<Value>(page: Page, look: () => Promise<Value>): Promise<Value> {
  const size = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (size === null || height <= size.height) return look();
  await page.setViewportSize({ ...size, height });
  await waitForObservers(page);
  const seen = await look();
  await page.setViewportSize(size);
  return seen;
}

/** Waits until observers of sizes have run. */
async function waitForObservers(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}
