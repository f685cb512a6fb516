/** Bounds the time that a page takes in a browser. These are soak tests because no other test may use the processor meanwhile. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { shareBrowser } from '../support/browser/browser.ts';
import { measureLongestTaskMs } from '../support/browser/longest-task.ts';
import { packTree } from '../support/files/tar-bytes.ts';
import { shareJourneyServer } from '../support/server/journey-server.ts';

const callerFiles = 9;
const callersPerFile = 40;
const longText = Array.from({ length: 20_000 }, (_, at) => `export const level${at + 1} = ${at + 1};\n`).join(
  '',
);
const tree = {
  'README.md': '# Harbour\n',
  'src/long.ts': longText,
  'harbour/bell.py': 'def ring():\n    return "ding"\n',
  ...Object.fromEntries(
    Array.from({ length: callerFiles }, (_, file) => [
      `ships/ship${file}.py`,
      `from harbour.bell import ring\n\n${Array.from(
        { length: callersPerFile },
        (_, at) => `\ndef call_${file}_${at}():\n    return ring()\n`,
      ).join('\n')}`,
    ]),
  ),
};

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let browser: Browser;
let home = '';

beforeAll(async () => {
  [journey, browser] = await Promise.all([shareJourneyServer(), shareBrowser()]);
  const repository = await journey.index('harbour', await packTree(tree));
  expect(repository.error).toBeUndefined();
  home = `/r/${repository.id}`;
});
afterAll(() => journey?.close());

async function visit(path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${journey.server.url}${home}${path}`);
  await page.locator('main').waitFor();
  return page;
}

/** Measures the time from a click on a link to the first frame with the line in view, by the page's own clock. */
function measureTimeToLineMs(page: Page, line: number): Promise<number> {
  return page.evaluate(
    ({ href, lineNumber }) =>
      new Promise<number>((settle) => {
        const link = document.createElement('a');
        link.href = href;
        document.body.appendChild(link);
        const startedAt = performance.now();
        const checkFrame = (): void => {
          const row = document.querySelector(`.selected[data-line="${lineNumber}"]`)?.getBoundingClientRect();
          if (row !== undefined && row.top > 0 && row.bottom < innerHeight)
            settle(performance.now() - startedAt);
          else requestAnimationFrame(checkFrame);
        };
        link.click();
        checkFrame();
      }),
    { href: `${home}/files/src/long.ts#L${line}`, lineNumber: line },
  );
}

test('displays a line of a file of 20,000 lines within 300 ms', async () => {
  const page = await visit('/files/README.md');
  const times: number[] = [];
  for (const line of [15_000, 4_000, 19_999]) {
    times.push(await measureTimeToLineMs(page, line));
    await page.goBack();
    await page.getByRole('region', { name: 'Code of README.md' }).waitFor();
  }
  const median = times.toSorted((a, b) => a - b)[1] ?? Infinity;
  console.log(`20,000 lines: ${times.map(Math.round).join(', ')} ms from the click to the lines in view`);
  expect(median).toBeLessThanOrEqual(300);
});

test('draws and fits a graph of 300 nodes without a task longer than 100 ms', async () => {
  const page = await visit('/graph');
  const drawingMs = await measureLongestTaskMs(browser, page, async () => {
    await page.getByRole('link', { name: 'Graph', exact: true }).click();
    await page.getByRole('link', { name: 'ring', exact: true }).click();
    await page.locator('.picture[data-ready="true"]').waitFor({ timeout: 90_000 });
  });
  expect(await page.locator('[data-node]').count()).toBe(300);
  expect(drawingMs).toBeLessThan(100);
  const fittingMs = await measureLongestTaskMs(browser, page, async () => {
    await page.getByRole('button', { name: 'Fit View' }).click();
    await page.waitForTimeout(500);
  });
  expect(fittingMs).toBeLessThan(100);
});
