/**
 * In a browser, a new user uploads an archive, waits until it is ready, asks, and opens the citation of a verified claim. The displayed
 * lines must be the lines of the file in the API and in the upload.
 */
import { packTar } from 'modern-tar';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { buildWeb } from '../../../clients/cli/local-server/build.ts';
import { startLocalServer } from '../../../clients/cli/local-server/start-local-server.ts';
import { createClient } from '../../../worker/contract/client.ts';
import { shareBrowser } from '../../support/browser/browser.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';
import { getSpans } from '../../support/samples/evidence.ts';

const path = 'src/tides.ts';
const question = 'Where is tideHeight defined?';
/** Longer than the viewer renders at once. The requested lines are far below the start. */
const source = [
  '/** Tides of a harbour. */',
  ...Array.from({ length: 1200 }, (_, index) => `export const level${index} = ${index};`),
  '',
  '/** The height of the water at an hour, in metres above chart datum. */',
  'export function tideHeight(hour: number): number {',
  "  const moon = 'full <moon> & “sun”';",
  '\tif (moon.length === 0) return 0;',
  '  return 2.4 + 1.8 * Math.cos((hour / 12.42) * 2 * Math.PI);',
  '}',
  '',
  ...Array.from({ length: 300 }, (_, index) => `export const depth${index} = ${index};`),
  '',
].join('\n');

async function openApp(): Promise<{ page: Page; url: string; pageErrors: string[] }> {
  await buildWeb(() => undefined);
  const server = await startLocalServer({ dataDirectory: temporaryFolder() });
  onTestFinished(() => server.stop());
  const browser = await shareBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  onTestFinished(() => page.close());
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') pageErrors.push(message.text());
  });
  return { page, url: server.url, pageErrors };
}

async function uploadArchive(page: Page, url: string): Promise<void> {
  const files = { 'README.md': '# Harbour\n\nComputes the tide of a harbour.\n', [path]: source };
  const tar = await packTar(
    Object.entries(files).map(([name, body]) => ({
      header: { name: `harbour/${name}`, size: Buffer.byteLength(body) },
      body,
    })),
  );
  await page.goto(url);
  await page.getByText('Nothing is indexed yet').waitFor();
  await page.setInputFiles('#archive', {
    name: 'harbour.tar.gz',
    mimeType: 'application/gzip',
    buffer: gzipSync(tar),
  });
  expect(await page.getByLabel('Name').inputValue()).toBe('harbour');
  await page.getByRole('button', { name: 'Upload and index' }).click();
  await page.waitForURL('**/r/*/status');
}

/** Returns the lines selected in the viewer, by number, as the user sees them. */
async function selectedLines(page: Page): Promise<Map<number, string>> {
  const viewer = page.getByRole('region', { name: `Code of ${path}` });
  await viewer.locator('.selected').first().waitFor();
  const lines = await viewer
    .locator('.selected')
    .evaluateAll((rows) =>
      rows.map((row) => [Number(row.getAttribute('data-line')), row.textContent.replace(/\n$/, '')] as const),
    );
  const [first, frame] = await Promise.all([
    viewer.locator('.selected').first().boundingBox(),
    viewer.boundingBox(),
  ]);
  expect(first?.y).toBeGreaterThanOrEqual(frame?.y ?? Infinity);
  expect((first?.y ?? Infinity) + 20).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
  return new Map(lines);
}

function numbers(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

test('the viewer displays the cited lines of a verified claim exactly as in the file', async () => {
  const { page, url, pageErrors } = await openApp();
  await uploadArchive(page, url);
  await page.getByRole('link', { name: 'Ask a question' }).click({ timeout: 60_000 });

  await page.getByRole('textbox', { name: /Question about harbour/ }).fill(question);
  await page.keyboard.press('Enter');
  const claim = page.locator('[data-claim][data-state="verified"]').first();
  await claim.waitFor();
  expect(await claim.innerText()).toContain('tideHeight');
  const [, , id = '', , conversation] = new URL(page.url()).pathname.split('/');
  expect(new URL(page.url()).pathname).toBe(`/r/${id}/c/${conversation}`);

  const citation = claim.getByRole('button', { name: /^Source 1:/ });
  await citation.hover();
  await page.getByRole('dialog', { name: 'Lines of source 1' }).getByText('tideHeight(hour').waitFor();
  await citation.click();

  const displayed = await selectedLines(page);
  const client = createClient({ baseUrl: url });
  const { text } = await client.readFile(id, path);
  expect(text).toBe(source);
  const [cited] = getSpans(await client.answer(id, { question }));
  expect([...displayed.keys()]).toEqual(numbers(cited?.startLine ?? 0, cited?.endLine ?? 0));
  expect([...displayed.values()].join('\n')).toBe(cited?.text.replace(/\n$/, ''));
  const lines = source.split('\n');
  expect([...displayed.values()]).toEqual([...displayed.keys()].map((line) => lines[line - 1]));
  expect([...displayed.values()]).toContain('export function tideHeight(hour: number): number {');

  await page.reload();
  expect(await selectedLines(page)).toEqual(displayed);
  await page.locator('[data-claim][data-state="verified"]').first().waitFor();

  await page.goBack();
  await page.getByRole('region', { name: `Code of ${path}` }).waitFor({ state: 'detached' });
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).innerText()).toContain(question);
  expect(pageErrors).toEqual([]);
});
