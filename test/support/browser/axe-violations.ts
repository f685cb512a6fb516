/** What axe finds wrong with a page, each with where it is and what would mend it; by all rules of WCAG 2.2 AA, or by contrast alone. */

import axe from 'axe-core';
import type { Page } from 'playwright-core';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Of what lies half behind a bar that stands still while the page scrolls it sees the other half alone. */
const targetSize = 'target-size';

export async function axeViolations(page: Page, by: 'all' | 'contrast' = 'all'): Promise<readonly string[]> {
  // Through the debugger, which the page's policy of scripts does not bind.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  await settled(page);
  if (by === 'contrast') return violationsOf(page, { runOnly: ['color-contrast'] });
  const most = await violationsOf(page, { runOnly: standards, rules: { [targetSize]: { enabled: false } } });
  return [...most, ...(await inFull(page, () => violationsOf(page, { runOnly: [targetSize] })))];
}

async function violationsOf(page: Page, options: axe.RunOptions): Promise<readonly string[]> {
  const { violations } = await page.evaluate(
    (given) => (globalThis as unknown as { axe: typeof axe }).axe.run(given),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** As tall as what it holds, so that nothing of it lies behind anything. */
async function inFull<Value>(page: Page, look: () => Promise<Value>): Promise<Value> {
  const size = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (size === null || height <= size.height) return look();
  await page.setViewportSize({ ...size, height });
  await settled(page);
  const seen = await look();
  await page.setViewportSize(size);
  return seen;
}

/** Whatever watches sizes has seen them. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}
