/**
 * The context of a question through a started server: the API, the command line in a pipe, and the button in the app, in a browser at two
 * widths and in both themes.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildWeb } from '../../../clients/cli/local-server/build.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';
import { runCommand } from '../../support/server/run-command.ts';

const ferry = `/** Books seats on a ferry. */
export class Ferry {
  private readonly seats = new Map<number, string>();

  constructor(readonly capacity: number) {}

  /** Books the first free seat, or puts the passenger on the waiting list if the ferry is full. */
  book(passenger: string): number | undefined {
    for (let seat = 1; seat <= this.capacity; seat += 1) {
      if (this.seats.has(seat)) continue;
      this.seats.set(seat, passenger);
      return seat;
    }
    joinWaitingList(passenger);
    return undefined;
  }
}
`;
const waiting = `const waiting: string[] = [];

/** Adds a passenger to the end of the waiting list, once. */
export function joinWaitingList(passenger: string): void {
  if (!waiting.includes(passenger)) waiting.push(passenger);
}
`;
const files = {
  'README.md': '# Ferries\n\nBooks seats on ferries between the islands.\n',
  'src/ferry.ts': `import { joinWaitingList } from './waiting.ts';\n\n${ferry}`,
  'src/waiting.ts': waiting,
};
const question = 'What happens to a passenger if the ferry is full?';

let journey: JourneyServer;
let id: string;
beforeAll(async () => {
  await buildWeb(() => undefined);
  journey = await startJourneyServer();
  const entries = Object.entries(files).map(([name, body]) => ({
    header: { name, size: Buffer.byteLength(body) },
    body,
  }));
  ({ id } = await journey.index('ferries', gzipSync(await packTar(entries))));
});
afterAll(() => journey.close());

test('the API returns whole definitions whose links open their lines', async () => {
  const { spans, markdown, tokens, coverage } = await journey.client.context(id, { question });
  const booking = spans.find(({ text }) => text.includes('book(passenger: string)'));
  expect(booking?.text).toContain('joinWaitingList(passenger);\n    return undefined;\n  }');
  expect(coverage.files).toBe(3);
  expect(tokens).toBeLessThanOrEqual(12_000);
  const [, link = ''] = /\]\((http[^)]+src\/ferry\.ts[^)]*)\)/.exec(markdown) ?? [];
  expect(new URL(link).origin).toBe(new URL(journey.server.url).origin);
  const page = await fetch(link, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(200);
});

test('the command line prints only Markdown on stdout, within the tokens', async () => {
  const args = ['context', 'ferries', question, '--max-tokens', '400', '--max-spans', '1'];
  const run = await runCommand(args, { url: journey.server.url });
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(new RegExp(`^Question: ${question.replace('?', '\\?')}\n`));
  expect(run.stdout.match(/^## /gm)).toHaveLength(1);
  expect(run.stdout.trimEnd()).toMatch(/```$/);
  expect(run.stderr).toMatch(/^\d+ tokens: 1 span of 1 file\.\n$/);
});

async function openPage(
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
): Promise<Page> {
  const browser = await shareBrowser();
  const context = await browser.newContext({ viewport, colorScheme });
  onTestFinished(() => context.close());
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  return context.newPage();
}

describe('in the app', () => {
  test.each([
    [{ width: 1280, height: 800 }, 'light'],
    [{ width: 390, height: 800 }, 'dark'],
  ] as const)('an answer offers its context to copy, at %o, %s', async (viewport, colorScheme) => {
    const page = await openPage(viewport, colorScheme);
    await page.goto(`${journey.server.url}/r/${id}`);
    await page.getByRole('textbox', { name: /Question about ferries/ }).fill(question);
    await page.keyboard.press('Enter');
    const actions = page.getByRole('group', { name: 'Actions for answer 1' });
    await actions.getByRole('button', { name: 'Copy context' }).click();
    await actions.getByText(/^Copied [\d,]+ tokens$/).waitFor();
    await takeScreenshot(page, `answer-${viewport.width}-${colorScheme}`);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe((await journey.client.context(id, { question })).markdown);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(overflow).toBe(false);
  });

  test('search results offer the context of the query, and a failure is shown', async () => {
    const page = await openPage({ width: 390, height: 800 }, 'light');
    await page.goto(`${journey.server.url}/r/${id}/search?q=${encodeURIComponent('ferry waiting list')}`);
    const button = page.getByRole('button', { name: 'Copy context' });
    await button.click();
    await page.getByText(/^Copied [\d,]+ tokens$/).waitFor();
    await takeScreenshot(page, 'search-390-light');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
      'Question: ferry waiting list',
    );
    await page.route('**/context', (route) => route.abort());
    await button.click();
    await page.getByText(/^The server cannot be reached/).waitFor();
    await takeScreenshot(page, 'search-failed-390-light');
  });
});

/** Writes a screenshot for people to look at, if a folder is given. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
