/** What axe finds wrong with a page, each with where it is and what would mend it; by all rules of WCAG 2.2 AA, or by contrast alone. */

import axe from 'axe-core';
import type { Page } from 'playwright-core';

export async function axeViolations(page: Page, by: 'all' | 'contrast' = 'all'): Promise<readonly string[]> {
  // Through the debugger, which the page's policy of scripts does not bind.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const runOnly =
    by === 'contrast'
      ? { type: 'rule', values: ['color-contrast'] }
      : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await page.evaluate(
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(options as never),
    { runOnly },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** To where nothing of the page lies half behind what stands fixed at its foot. */
export async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
}
